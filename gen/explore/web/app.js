// The frame of all pages: which page is shown, the header, light and dark, the list of keys.
import { html, render, useEffect, useState } from './vendor/preact.js';
import { get } from './api.js';
import { check, useServer } from './away.js';
import { useKeys } from './keys.js';
import { galleryURL } from './place.js';
import { useAddress } from './route.js';
import { Gallery } from './gallery.js';
import { Sample } from './sample.js';
import { Test } from './quiz.js';
import { Help } from './help.js';

function App() {
	const address = useAddress();
	const [dataset, setDataset] = useState(null);
	const [fault, setFault] = useState('');
	const [help, setHelp] = useState(false);
	useEffect(() => {
		get('/api/dataset').then(setDataset, (err) => setFault(err.message));
	}, []);
	useKeys({'?': () => setHelp(true)});
	return html`
		<a class="skip" href="#main">Skip to the content</a>
		<${Header} dataset=${dataset} address=${address} onHelp=${() => setHelp(true)} />
		<main id="main" tabindex="-1">
			<${Away} />
			${fault && html`<p class="note bad" role="alert">${fault}</p>`}
			<${Warning} text=${dataset ? dataset.warning || '' : ''} />
			${dataset && html`<${Page} dataset=${dataset} address=${address} />`}
			${!dataset && !fault && html`<p class="note">Loading…</p>`}
		</main>
		${help && html`<${Help} onClose=${() => setHelp(false)} />`}`;
}

// Away is shown while the server does not answer.
function Away() {
	const {away} = useServer();
	return html`<div role="alert" class="away">${away && html`<div class="notice">
		<p>The server does not answer. Is mereo explore still running? It is asked again every few seconds.</p>
		<button class="button" type="button" onClick=${check}>Try again</button></div>`}</div>`;
}

// Warning is shown on all pages until it is put away for the session. Its box is there before its words, so that they are read out.
function Warning({text}) {
	const [away, setAway] = useState(sessionStorage.getItem('warning'));
	const hide = () => {
		sessionStorage.setItem('warning', text);
		setAway(text);
		document.getElementById('main').focus();
	};
	return html`<div role="status">${text && text !== away && html`<div class="notice">
		<p>${text}</p><button class="button" type="button" onClick=${hide}>Hide</button></div>`}</div>`;
}

function Page({dataset, address}) {
	const parts = partsOf(address);
	useEffect(() => {
		const what = parts[0] === 'sample' ? `${parts[1]}/${parts[2]}` : parts[0] === 'test' ? 'Test' : 'Gallery';
		document.title = `${what} · ${dataset.title || dataset.set}`;
	}, [address.pathname]);
	if (parts.length === 0) return html`<${Gallery} dataset=${dataset} address=${address} />`;
	if (parts[0] === 'sample' && parts.length === 3 && /^\d+$/.test(parts[2])) {
		return html`<${Sample} dataset=${dataset} split=${parts[1]} index=${Number(parts[2])} params=${address.searchParams} />`;
	}
	if (parts[0] === 'test') return html`<${Test} dataset=${dataset} />`;
	return html`<p class="note bad">There is no page ${address.pathname}. The <a href="/">gallery</a> shows all samples.</p>`;
}

function partsOf(address) {
	return address.pathname.split('/').filter(Boolean).map(decodeURIComponent);
}

function Header({dataset, address, onHelp}) {
	const title = dataset ? dataset.title || dataset.set : 'mereo explore';
	const here = (p) => (address.pathname === p ? 'page' : undefined);
	const [page, split] = partsOf(address);
	const gallery = page === 'sample' && split ? galleryURL(split, address.searchParams) : '/';
	return html`<header class="top">
		<a class="brand" href="/" title=${dataset ? dataset.summary : ''}>
			<img src="/web/icon.svg" alt="" width="24" height="24" />
			<span>${title.split(':')[0]}<span class="rest">${title.slice(title.split(':')[0].length)}</span></span>
		</a>
		<nav aria-label="Pages">
			<a href=${gallery} aria-current=${here('/')}>Gallery</a>
			${dataset && dataset.test && html`<a href="/test" aria-current=${here('/test')}>Test</a>`}
		</nav>
		<div class="tools">
			<${Theme} />
			<button class="button icon" type="button" onClick=${onHelp} aria-label="Keys" title="Keys (?)">?</button>
		</div>
	</header>`;
}

// Theme switches between light and dark. Until it is used, the page follows the system.
function Theme() {
	const system = window.matchMedia('(prefers-color-scheme: dark)');
	const [chosen, setChosen] = useState(document.documentElement.dataset.theme || '');
	const [dark, setDark] = useState(system.matches);
	useEffect(() => {
		const f = (e) => setDark(e.matches);
		system.addEventListener('change', f);
		return () => system.removeEventListener('change', f);
	}, []);
	const now = chosen || (dark ? 'dark' : 'light');
	const flip = () => { // what is seen counts: the page may not know yet that the system has changed
		const seen = document.documentElement.dataset.theme || (system.matches ? 'dark' : 'light');
		const next = seen === 'dark' ? 'light' : 'dark';
		document.documentElement.dataset.theme = next;
		localStorage.setItem('theme', next);
		setChosen(next);
	};
	return html`<button class="button icon" type="button" id="theme" onClick=${flip}
		aria-label=${now === 'dark' ? 'Use light colors' : 'Use dark colors'} title=${now === 'dark' ? 'Light' : 'Dark'}>
		${now === 'dark' ? '☀' : '☾'}</button>`;
}

const root = document.getElementById('app');
root.textContent = '';
render(html`<${App} />`, root);
