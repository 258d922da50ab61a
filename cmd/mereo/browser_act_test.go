package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Pages are drawn a moment after what they are told: all that is done here waits for its element until a person could do it, too.

// point moves the mouse to a place of the window.
func (p *tab) point(x, y float64) {
	p.t.Helper()
	p.do(chromedp.MouseEvent(input.MouseMoved, x, y))
}

// click presses, with the mouse, the first element that a CSS selector finds.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.clickOn(fmt.Sprintf("document.querySelector(%q)", selector))
}

// clickText presses the first element that a CSS selector finds whose text begins like that.
func (p *tab) clickText(selector, text string) {
	p.t.Helper()
	p.clickOn(fmt.Sprintf("[...document.querySelectorAll(%q)].find((e) => e.innerText.trim().startsWith(%q))", selector, text))
}

// button presses the first button with a text.
func (p *tab) button(text string) {
	p.t.Helper()
	p.clickOn(fmt.Sprintf("[...document.querySelectorAll('button')].find((e) => e.innerText.trim() === %q)", text))
}

// clickOn presses an element in the middle of the window, as soon as it is there, enabled and still, and nothing lies over it. If the
// page moves under the mouse meanwhile, it is pressed again.
func (p *tab) clickOn(element string) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; {
		var place struct {
			X, Y float64
			Why  string
		}
		p.evalAsync(`(async () => {
			let seen = null, was = '', still = 0, why = 'it is not there';
			for (const end = performance.now() + 5000; performance.now() < end; await new Promise(requestAnimationFrame)) {
				const e = `+element+`;
				if (!e || !e.checkVisibility() || e.matches(':disabled, [aria-disabled=true]')) {
					why = e ? 'it is disabled or cannot be seen' : 'it is not there';
					still = 0;
					continue;
				}
				if (e !== seen) {
					seen = e;
					e.scrollIntoView({block: 'center', behavior: 'instant'});
				}
				const b = e.getBoundingClientRect(), now = [b.x, b.y, b.width, b.height].join(), x = b.x + b.width / 2, y = b.y + b.height / 2;
				still = now === was ? still + 1 : 0;
				was = now;
				if (still < 3) {
					why = 'it moves';
					continue;
				}
				const top = document.elementFromPoint(x, y);
				if (!e.contains(top)) {
					why = 'over it lies ' + (top ? top.outerHTML.slice(0, 100) : 'nothing');
					continue;
				}
				window.hit = false;
				window.addEventListener('click', (ev) => { window.hit = ev.composedPath().includes(e); }, {capture: true, once: true});
				return {X: x, Y: y, Why: ''};
			}
			return {X: 0, Y: 0, Why: why};
		})()`, &place)
		if place.Why == "" {
			hit := true
			p.do(chromedp.MouseClickXY(place.X, place.Y))
			if p.eval(`window.hit !== false`, &hit); hit {
				return
			}
			place.Why = "it was missed"
		}
		if time.Now().After(end) {
			p.screenshot("failed-click")
			p.t.Fatalf("%s cannot be pressed: %s", element, place.Why)
		}
	}
}

// drag presses the button at a place of the window, moves and lets it go at another, pixels.
func (p *tab) drag(x0, y0, x1, y1 float64) {
	p.t.Helper()
	p.do(chromedp.MouseEvent(input.MousePressed, x0, y0, chromedp.ButtonType(input.Left), chromedp.ClickCount(1)),
		chromedp.MouseEvent(input.MouseMoved, (x0+x1)/2, (y0+y1)/2, chromedp.ButtonType(input.Left)),
		chromedp.MouseEvent(input.MouseMoved, x1, y1, chromedp.ButtonType(input.Left)),
		chromedp.MouseEvent(input.MouseReleased, x1, y1, chromedp.ButtonType(input.Left), chromedp.ClickCount(1)))
}

// press sends keys to what has the focus, again if the browser lost them: on a loaded machine it may, of a page just shown.
func (p *tab) press(keys string) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; {
		came := true
		p.eval(`window.came = false, window.addEventListener('keydown', () => { window.came = true; }, {capture: true, once: true}), true`, &came)
		p.do(chromedp.KeyEvent(keys))
		if p.eval(`window.came !== false`, &came); came || time.Now().After(end) {
			return
		}
	}
}

// pick chooses an option of the select that a CSS selector finds, as a person would.
func (p *tab) pick(selector, value string) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf(`(() => {
		const s = document.querySelector(%q);
		if (!s || s.disabled || ![...s.options].some((o) => o.value === %q && !o.disabled)) return false;
		s.value = %[2]q;
		s.dispatchEvent(new Event('change', {bubbles: true}));
		return true;
	})()`, selector, value))
}

// fill types into the field that a CSS selector finds, in place of what it holds.
func (p *tab) fill(selector, text string) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e || e.disabled) return false;
		e.focus();
		e.select();
		return document.activeElement === e;
	})()`, selector))
	p.press(text)
}

// texts is what the elements that a CSS selector finds say.
func (p *tab) texts(selector string) (out []string) {
	p.t.Helper()
	p.eval(`[...document.querySelectorAll(`+strconv.Quote(selector)+`)].map((e) => e.innerText.replace(/\s+/g, ' ').trim())`, &out)
	return out
}
