"""Scenes of one's own: things that are simulated and drawn."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._client import Client, Error, Json, arrays
from ._png import png

if TYPE_CHECKING:
    from ._server import Server

Vector = Sequence[float]
Color = Union[str, Vector]

PASSES = ("rgb", "depth", "ids", "parts", "normals", "flow")
LOOKS = ("color", "roughness", "metallic", "glass", "friction", "rolling_friction", "restitution")
THINGS = LOOKS + ("at", "turn", "mass", "density", "fixed", "velocity", "angular_velocity", "name")


def _plain(value: Any, where: str) -> Any:
    """Return a value as JSON has it. Raises ValueError for numbers that are not finite."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "f" and not np.isfinite(value).all():
            raise ValueError(f"{where} has a number that is not finite")
        return value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, (list, tuple)):
        return [_plain(v, where) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{where} is {value}, want a finite number")
    return os.fspath(value) if isinstance(value, os.PathLike) else value


class Thing:
    """A thing of a scene: its name, its index in films' poses, and its id in pictures, which is one more."""

    def __init__(self, name: str, index: int) -> None:
        self.name, self.index, self.id = name, index, index + 1

    def __repr__(self) -> str:
        return f"<mereo.Thing {self.name!r}, id {self.id}>"


class Film:
    """What became of the things of a scene.

    times is (frames,), in seconds from the start. poses is (frames, things, 7) float64: x, y, z in meters and the quaternion w, x, y, z,
    world from thing. names are those of the things. contacts are those in which things met at 0.1 m/s or more: dicts with time in
    seconds, a and b (names, "floor" for the floor), point, normal from a to b, and impulse on b in N s.
    """

    def __init__(self, names: List[str], found: Dict[Tuple[int, str], "np.ndarray[Any, Any]"]) -> None:
        self.names = names
        self.times, self.poses = found[0, "times"], found[0, "poses"]
        self.contacts: List[Json] = [
            {
                "time": float(c[0]), "a": self._name(c[1]), "b": self._name(c[2]), "point": c[3:6], "normal": c[6:9], "impulse": c[9:12],
            }
            for c in found[0, "contacts"]
        ]

    def _name(self, number: float) -> str:
        return self.names[int(number)] if number >= 0 else "floor"

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        return f"<mereo.Film of {len(self)} frames, {len(self.names)} things, {len(self.contacts)} contacts>"


class Render:
    """A picture. Its arrays are None where they were not asked for.

    rgb is (h, w, 3) uint8, sRGB; depth (h, w) float32, meters along the camera's axis, 0 where nothing is hit; ids and parts (h, w)
    uint16, 0 for the floor and where nothing is hit; normals (h, w, 3) float32, unit vectors of the world; flow (h, w, 2) float32, by how
    many pixels, right and down, what is seen moves to the next frame of the film.
    """

    def __init__(self, found: Dict[str, "np.ndarray[Any, Any]"]) -> None:
        self.rgb = found.get("rgb")
        self.depth = found.get("depth")
        self.ids = found.get("ids")
        self.parts = found.get("parts")
        self.normals = found.get("normals")
        self.flow = found.get("flow")

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Write the color picture as a PNG file. Raises ValueError where rgb was not asked for."""
        if self.rgb is None:
            raise ValueError("the picture has no rgb: name it among the passes")
        with open(path, "wb") as f:
            f.write(png(self.rgb))


class Scene:
    """Things, lamps and a camera, which the program simulates and draws.

    Lengths are meters, angles degrees, times seconds; +Z is up. size is (width, height) in pixels; camera the place, what it looks at, and
    the horizontal field of view; sky the radiance that comes from all directions, W/(m^2 sr). Without lamps and suns there is the light of a
    studio. server is what mereo.connect returns; without, the program of this process.

    Things have these keywords, all optional: color (a name, or three linear numbers from 0 to 1), roughness, metallic (0 to 1), glass;
    mass in kg or density in kg/m3 (500), friction (0.7; that of two things is the product), rolling_friction (0.01 m), restitution (0.3; of two
    things the larger one); at, turn (degrees about the vertical, or a quaternion w, x, y, z), velocity in m/s, angular_velocity in rad/s,
    fixed, name. What is wrong is an Error when the scene is simulated or drawn.
    """

    def __init__(
        self,
        size: Tuple[int, int] = (640, 480),
        camera: Tuple[Vector, Vector, float] = ((3, -4, 2.5), (0, 0, 0.3), 40),
        gravity: Vector = (0, 0, -9.81),
        sky: Optional[float] = None,
        seed: int = 0,
        server: Optional["Server"] = None,
    ) -> None:
        at, to, fov = camera
        self._document: Json = {"size": list(size), "gravity": _plain(gravity, "gravity"), "seed": seed, "things": [], "lamps": [], "suns": []}
        self._document["camera"] = _plain_values({"at": at, "to": to, "fov": fov}, "camera")
        if sky is not None:
            self._document["sky"] = _plain(sky, "sky")
        self._server = server
        self._things: List[Thing] = []
        self._open: Optional[Tuple[Client, int, List[str]]] = None
        self._film: Optional[Film] = None
        self._run: Tuple[float, float] = (0, 0)

    def add_floor(self, size: float = 200, z: float = 0, **look: Any) -> None:
        """Add a level floor, a square around the origin. It takes the keywords of things that say what they are made of."""
        if "floor" in self._document:
            raise ValueError("the scene has a floor: add a fixed box for another one")
        self._changed()
        self._document["floor"] = _plain_values({"size": size, "z": z, **_known(look, LOOKS)}, "floor")

    def add_box(self, size: Vector, **what: Any) -> Thing:
        """Add a box around its middle, which is at `at`; without, it stands on the ground."""
        return self._add("box", {"size": size}, what, size[2] / 2)

    def add_sphere(self, radius: float, **what: Any) -> Thing:
        """Add a ball around its middle, which is at `at`; without, it lies on the ground."""
        return self._add("sphere", {"radius": radius}, what, radius)

    def add_cylinder(self, radius: float, height: float, **what: Any) -> Thing:
        """Add an upright cylinder around its middle, which is at `at`; without, it stands on the ground."""
        return self._add("cylinder", {"radius": radius, "height": height}, what, height / 2)

    def add_mesh(self, vertices: Any, faces: Any, **what: Any) -> Thing:
        """Add a mesh: (n, 3) vertices in the frame whose origin is at `at`, (m, 3) triangles, counter-clockwise seen from outside."""
        v, f = np.asarray(vertices, dtype=float), np.asarray(faces)
        if f.dtype.kind not in "iu":
            raise ValueError(f"faces are {f.dtype}, want whole numbers: three vertices each, counted from 0")
        return self._add("mesh", {"vertices": v, "faces": f}, what)

    def add_model(self, path: Union[str, "os.PathLike[str]"], scale: float = 1, **what: Any) -> Thing:
        """Add a model of a glTF, GLB, OBJ, PLY or STL file. The middle of its lower side is at `at`."""
        return self._add("model", {"file": os.path.abspath(path), "scale": scale}, what)

    def add_furniture(self, category: str, number: int = 0, scale: float = 1, **what: Any) -> Thing:
        """Add one of 5,000 chairs, tables, beds, refrigerators or carts. The middle of its lower side is at `at`; the front faces -Y."""
        return self._add("furniture", {"category": category, "number": number, "scale": scale}, what)

    def add_lamp(self, at: Vector, to: Vector = (0, 0, 0), power: float = 100, size: float = 1, color: Optional[Color] = None) -> None:
        """Add a square lamp that shines at a place, of a power in watts. Cameras do not see it."""
        self._light("lamps", {"at": at, "to": to, "power": power, "size": size, "color": color})

    def add_sun(self, direction: Vector = (0.4, 0.5, -1), strength: float = 2, color: Optional[Color] = None, shadows: bool = True) -> None:
        """Add a sun whose light goes in a direction, with so many W/m^2 on what faces it."""
        self._light("suns", {"direction": direction, "strength": strength, "color": color, "shadows": shadows})

    def _add(self, kind: str, form: Json, what: Json, height: float = 0) -> Thing:
        thing: Json = {"kind": kind, "at": (0, 0, height), **form, **_known(what, THINGS)}
        name = str(thing.setdefault("name", f"{kind} {len(self._things) + 1}"))
        thing = _plain_values(thing, name)
        self._changed()
        self._document["things"].append(thing)
        self._things.append(Thing(name, len(self._things)))
        return self._things[-1]

    def _light(self, kind: str, light: Json) -> None:
        light = _plain_values(light, kind)
        self._changed()
        self._document[kind].append(light)

    def _changed(self) -> None:
        self.close()
        self._film = None

    def close(self) -> None:
        """Let the program forget the scene; it is opened again when it is needed."""
        if self._open is not None and self._open[0].pid == os.getpid():
            client, handle, _ = self._open
            client.ask({"do": "close", "handle": handle})
        self._open = None

    def _client(self) -> Tuple[Client, int, List[str]]:
        from ._server import default

        client = (self._server or default).client()
        if self._open is None or self._open[0].key != client.key:  # new, forked, or the program was another
            told, _ = client.ask({"do": "scene", "scene": self._document})
            self._open = (client, told["handle"], told["names"])
            if self._film is not None:
                self._simulate()
        return self._open

    def _simulate(self) -> Film:
        assert self._open is not None
        client, handle, names = self._open
        told, body = client.ask({"do": "simulate", "handle": handle, "seconds": self._run[0], "fps": self._run[1]})
        return Film(names, arrays(told["arrays"], body))

    def simulate(self, seconds: float = 2, fps: float = 24) -> Film:
        """Let the things go, and return what became of them: frames at 0, 1/fps, 2/fps ... up to the end.

        The same scene gives the same numbers on every computer. Raises Error for what is wrong with the scene.
        """
        self._client()
        self._run = (_plain(seconds, "seconds"), _plain(fps, "fps"))
        self._film = self._simulate()
        return self._film

    def render(self, passes: Sequence[str] = ("rgb",), quality: str = "standard", frame: Optional[int] = None) -> Render:
        """Draw the scene as it begins, or a frame of the film that was simulated last; -1 is its last one.

        passes are some of "rgb", "depth", "ids", "parts", "normals", "flow"; without rgb no device is needed. quality is "draft", "standard" or
        "reference", which takes minutes. Raises Error for what is wrong with the scene, or lacking.
        """
        if isinstance(passes, str):
            passes = (passes,)
        client, handle, _ = self._client()
        if frame is not None and self._film is not None and -len(self._film) <= frame < 0:
            frame += len(self._film)
        wanted = [p for p in passes if p != "flow"]
        if "flow" in passes:
            if self._film is None or frame is None or not 0 <= frame < len(self._film) - 1:
                raise Error("flow goes from a frame of a film to the next one: simulate, and name a frame that is not the last one")
            wanted += [p for p in ("depth", "ids") if p not in wanted]
        told, body = client.ask({"do": "render", "handle": handle, "frame": frame, "passes": wanted, "quality": quality})
        found = {name: a for (_, name), a in arrays(told["arrays"], body).items()}
        if "flow" in passes:
            assert self._film is not None and frame is not None
            found["flow"] = _flow(self._document, found["depth"], found["ids"], self._film.poses[frame], self._film.poses[frame + 1])
        return Render({name: a for name, a in found.items() if name in passes})

    @staticmethod
    def demo(size: Tuple[int, int] = (640, 480), server: Optional["Server"] = None) -> "Scene":
        """Return a small scene: a table with things on it, a chair, and a ball that comes flying."""
        sc = Scene(size, ((2.6, -3.6, 2.0), (0.1, 0, 0.5), 38), server=server)
        sc.add_floor(color=(0.55, 0.5, 0.44))
        sc.add_box((1.5, 0.8, 0.06), at=(0, 0, 0.67), color=(0.45, 0.25, 0.12), fixed=True, name="table top")
        for x in (-0.68, 0.68):
            for y in (-0.33, 0.33):
                sc.add_cylinder(0.03, 0.64, at=(x, y, 0.32), color="black", metallic=1, fixed=True)
        for i, color in enumerate(("red", "yellow", "blue")):
            sc.add_box((0.18, 0.18, 0.18), at=(0.25, 0.05, 0.79 + 0.18 * i), turn=17 * i, color=color, name=color + " block")
        sc.add_sphere(0.12, at=(-0.3, -0.15, 0.82), glass=True, mass=2, name="glass ball")
        sc.add_cylinder(0.09, 0.24, at=(-0.45, 0.2, 0.82), color=(0.95, 0.65, 0.3), metallic=1, roughness=0.2, mass=6, name="brass can")
        sc.add_furniture("chair", number=1, at=(-0.15, 0.75, 0), turn=5, name="chair")
        sc.add_sphere(0.1, at=(0.9, -0.75, 1.25), velocity=(-2.6, 3.2, 0.1), color="orange", mass=1.5, name="ball")
        return sc

    def __repr__(self) -> str:
        return f"<mereo.Scene of {len(self._things)} things>"


def _plain_values(values: Json, where: str) -> Json:
    """Return values as JSON has them, without those that are None."""
    return {key: _plain(v, f"{where}: {key}") for key, v in values.items() if v is not None}


def _known(given: Json, names: Sequence[str]) -> Json:
    for key in given:
        if key not in names:
            raise TypeError(f"{key} is an unknown keyword, want some of {', '.join(names)}")
    return {key: v for key, v in given.items() if v is not None}


def _turns(q: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return the (n, 3, 3) matrices of (n, 4) unit quaternions w, x, y, z."""
    w, x, y, z = q.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


def _flow(
    document: Json, depth: "np.ndarray[Any, Any]", ids: "np.ndarray[Any, Any]", poses: "np.ndarray[Any, Any]", then: "np.ndarray[Any, Any]"
) -> "np.ndarray[Any, Any]":
    """Return by how many pixels what each pixel shows moves while things go from some poses to others: each point is moved with its thing.

    What is behind the camera then, and the background, does not move.
    """
    (width, height), camera = document["size"], document["camera"]
    eye, to = np.array(camera["at"], dtype=float), np.array(camera["to"], dtype=float)
    back = (eye - to) / np.linalg.norm(eye - to)
    up = np.array([0.0, 0, 1]) if np.any(eye[:2] != to[:2]) else np.array([0.0, 1, 0])
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    world = np.stack([right, np.cross(back, right), back])  # rows: the camera's axes
    focal = width / 2 / math.tan(math.radians(camera["fov"]) / 2)
    y, x = np.nonzero(ids)
    thing, z = ids[y, x].astype(int) - 1, depth[y, x].astype(float)
    at = np.stack([(x + 0.5 - width / 2) * z / focal, -(y + 0.5 - height / 2) * z / focal, -z], axis=1) @ world + eye
    own = np.einsum("nji,nj->ni", _turns(poses[:, 3:])[thing], at - poses[thing, :3])
    moved = (np.einsum("nij,nj->ni", _turns(then[:, 3:])[thing], own) + then[thing, :3] - eye) @ world.T
    ahead = -moved[:, 2] > 1e-6
    moved, x, y = moved[ahead], x[ahead], y[ahead]
    out = np.zeros((height, width, 2), dtype=np.float32)
    out[y, x, 0] = width / 2 - focal * moved[:, 0] / moved[:, 2] - (x + 0.5)
    out[y, x, 1] = height / 2 + focal * moved[:, 1] / moved[:, 2] - (y + 0.5)
    return out
