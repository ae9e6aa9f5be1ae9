"""Further views of a work, drawn from its picture: a detail, the signature, the back, the framed work on a wall.

A picture is a float array of shape (height, width, 3), 0 to 255. A view depends on the work and the seed alone.
"""
import math
import numpy as np
from PIL import Image

DETAIL = (.46, 1.7)                                                            # share of the work's sides, enlargement
SIGNATURE = (.34, 2.2)
MOULDING, WALL = .11, .14                                                      # shares of the work's shorter side
SEVEN_SEGMENTS = (0b1110111, 0b0010010, 0b1011101, 0b1011011, 0b0111010, 0b1101011, 0b1101111, 0b1010010, 0b1111111, 0b1111011)


# ---------------------------------------------------------------- helpers
def mix(a, b, t):
    return np.asarray(a, float) * (1 - t) + np.asarray(b, float) * t


def tone(colour, grain, light):
    return np.clip((np.asarray(colour, float) + grain[..., None]) * light[..., None], 0, 255)


def hashed(bits):
    """The finaliser of SplitMix64."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


def noise(salt, x, y):
    """Value noise at the points (x, y), 0 to 1, smooth in both directions."""
    x, y = np.broadcast_arrays(x, y)
    cx, cy = np.floor(x), np.floor(y)
    u, v = x - cx, y - cy
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    kx, ky = cx.astype(np.int64).astype(np.uint64), cy.astype(np.int64).astype(np.uint64)

    def at(dx, dy):
        key = (kx + np.uint64(dx)) * np.uint64(0x9E3779B97F4A7C15) ^ (ky + np.uint64(dy)) * np.uint64(0xC2B2AE3D27D4EB4F)
        return (hashed(key ^ np.uint64(salt)) >> np.uint64(40)) / float(1 << 24)

    upper = at(0, 0) + (at(1, 0) - at(0, 0)) * u
    lower = at(0, 1) + (at(1, 1) - at(0, 1)) * u
    return upper + (lower - upper) * v


def stroke(im, a, b, thick, colour, opacity):
    """A round-ended stroke with soft edges, from a to b, each (x, y)."""
    reach = thick + 1
    x0, x1 = max(math.floor(min(a[0], b[0]) - reach), 0), min(math.ceil(max(a[0], b[0]) + reach), im.shape[1] - 1)
    y0, y1 = max(math.floor(min(a[1], b[1]) - reach), 0), min(math.ceil(max(a[1], b[1]) + reach), im.shape[0] - 1)
    if x0 > x1 or y0 > y1:
        return
    y, x = np.mgrid[y0:y1 + 1, x0:x1 + 1]
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = x - a[0], y - a[1]
    t = np.clip((px * dx + py * dy) / max(dx * dx + dy * dy, 1e-6), 0, 1)
    cover = np.clip(thick + .5 - np.hypot(px - t * dx, py - t * dy), 0, 1) * opacity
    part = im[y0:y1 + 1, x0:x1 + 1]
    part += (np.asarray(colour, float) - part) * cover[..., None]


def put(im, x, y, colours):
    """Sets points; those outside the picture are dropped."""
    x, y = np.trunc(x).astype(int), np.trunc(y).astype(int)
    inside = (x >= 0) & (y >= 0) & (x < im.shape[1]) & (y < im.shape[0])
    im[y[inside], x[inside]] = np.clip(colours, 0, 255)[inside]


# ---------------------------------------------------------------- parts of the work
def enlarged(work, cut, at_x, at_y):
    """A part of the work; its place is given as shares of the room there is."""
    share, zoom = cut
    h, w = work.shape[:2]
    ph, pw = max(round(h * share), 1), max(round(w * share), 1)
    y, x = int((h - ph) * at_y), int((w - pw) * at_x)
    part = Image.fromarray(work[y:y + ph, x:x + pw].astype('uint8'))
    return np.asarray(part.resize((round(w * share * zoom), round(h * share * zoom)), Image.BICUBIC)).astype(float)


def detail(work, rng):
    """Each further detail of a work shows another part of it."""
    return enlarged(work, DETAIL, .12 + .76 * rng.random(), .12 + .76 * rng.random())


def signature(work, rng):
    """A lower corner with a name written in a colour that stands off from the paint beneath."""
    right = rng.random() < .75
    im = enlarged(work, SIGNATURE, float(right), 1)
    h, w = im.shape[:2]
    start = .36 if right else .12
    beneath = im[int(h * .68):int(h * .9), int(w * start):int(w * (start + .5))].mean((0, 1))
    ink = (46, 30, 24) if beneath @ (.299, .587, .114) > 105 else (214, 190, 146)
    letters = int(rng.integers(5, 9))
    step, baseline, body = w * .5 / letters, h * .82, h * .055
    slant, rise = .22 + .2 * rng.random(), -.04 + .05 * rng.random()
    points = []                                                                # one running line: a tall first letter, then arches and loops
    for letter in range(letters):
        left = w * start + step * letter
        tall = rng.choice((1, 1.15, 1, 2.2, .9)) if letter else 3
        swing = step * .28 if rng.random() < .5 else 0
        for t in np.arange(24) / 24:
            lift = (.5 - .5 * math.cos(t * math.tau)) * body * tall
            wobble = (rng.random() - .5) * body * .08
            points.append((left + t * step + swing * math.sin(t * math.tau) + lift * slant,
                           baseline - lift + wobble + rise * (left - w * start)))
    thick = max(h * .0042, 1)
    for a, b in zip(points, points[1:]):
        stroke(im, a, b, thick * (.75 + .5 * rng.random()), ink, .7)
    x0, x1 = w * (start + .04), w * (start + .46)                              # the flourish beneath
    last = (x0, baseline + body * .9)
    for t in np.arange(1, 41) / 40:
        here = (x0 + (x1 - x0) * t, baseline + body * (.9 - .5 * math.sin(t * 3) * t) + rise * (x1 - x0) * t)
        stroke(im, last, here, thick * (1 - .6 * t), ink, .7)
        last = here
    return im


# ---------------------------------------------------------------- the back
def back(w, h, rng):
    """The canvas from behind: linen on a stretcher with its wedges, labels of exhibitions, an inventory number."""
    linen = mix((206, 190, 158), (164, 138, 102), rng.random())
    wood = mix((196, 160, 112), (142, 104, 66), rng.random())
    bar = max(min(w, h) * .13, 8)
    crossed = max(w, h) > 900 or rng.random() < .4
    stains = [(rng.random() * w, rng.random() * h, (.06 + .14 * rng.random()) * min(w, h)) for _ in range(5)]
    salt = int(rng.integers(1 << 63))
    y, x = np.mgrid[0:h, 0:w].astype(float)
    ex, ey = np.minimum(x, w - 1 - x), np.minimum(y, h - 1 - y)
    edge, across = np.minimum(ex, ey), np.abs(y - h / 2)

    on_cross = crossed & (across < bar * .42) & (edge >= bar)
    sideways = on_cross | (ey < ex)                                            # whether a bar's grain runs sideways
    depth = np.where(on_cross, bar * .42 - across, np.minimum(edge, bar - edge))
    along, over = np.where(sideways, x, y), np.where(sideways, y, x)
    grain = noise(salt, along / 90, over / 2.6) * 26 + noise(salt ^ 7, along / 300, over / 9) * 22
    mitre = (np.abs(ex - ey) < 1.1) & ~on_cross
    bars = tone(wood, grain - 22, (.72 + .28 * np.minimum(depth / (bar * .12), 1)) * np.where(mitre, .62, 1))

    weave = (np.sin(x * 2.1) * np.sin(y * 2.1) * 9 + noise(salt ^ 3, x / 1.7, y / 40) * 12 + noise(salt ^ 5, x / 40, y / 1.7) * 12)
    stain = np.zeros((h, w))
    for sx, sy, r in stains:
        d = np.hypot(x - sx, y - sy)
        stain += np.maximum(1 - np.abs(d / r - 1) * 6, 0) * .1 + (d < r) * .035
    near = edge - bar                                                          # the stretcher throws a soft shadow, deepest above
    if crossed:
        near = np.where(y > h / 2, np.minimum(near, across - bar * .42), near)
    canvas = tone(linen, weave - 12, 1 - np.exp(np.minimum(-near / (bar * .22), 0)) * .34 - stain)

    im = np.where(((edge < bar) | on_cross)[..., None], bars, canvas)
    wedges(im, bar, wood)
    for label in range(int(rng.integers(1, 4))):
        lw = w * (.2 + .08 * rng.random())
        lh = lw * (.55 + .15 * rng.random())
        left = bar * 1.5 + max(w - bar * 3 - lw, 0) * (.06, .88, .5)[label]
        paper(im, left, h - bar * 1.7 - lh if label else bar * 1.6, lw, lh, rng)
    for place in range(4):                                                     # the number in blue chalk on the upper bar
        figure(im, int(rng.integers(10)), w * .58 + bar * .42 * place, bar * .28, bar * .26, bar * .44)
    return im


def wedges(im, bar, wood):
    """Two wooden keys in each corner."""
    h, w = im.shape[:2]
    pale = mix(wood, (236, 214, 176), .45)
    for right in (False, True):
        for below in (False, True):
            for upright in (False, True):
                for place in range(int(bar * .55)):
                    half = bar * .1 * (1 - .55 * place / (bar * .55))
                    offset = np.arange(-int(half), int(half) + 1)
                    dx, dy = np.full(offset.shape, bar * .98 + place), bar * .86 + offset
                    if upright:
                        dx, dy = dy, dx
                    side = offset / max(half, 1)
                    put(im, w - 1 - dx if right else dx, h - 1 - dy if below else dy, pale * (.92 - .14 * side)[:, None])


def paper(im, x, y, w, h, rng):
    """A label of aged paper with a printed head, a rule and lines of writing."""
    tint = mix((240, 230, 204), (222, 202, 160), rng.random())
    salt = int(rng.integers(1 << 63))
    tilt = (rng.random() - .5) * .05

    def at(u, v):
        return x + u - v * tilt, y + v + u * tilt

    v, u = np.mgrid[0:int(h * 2), 0:int(w * 2)] / 2
    edge = np.minimum(np.minimum(u, w - u), np.minimum(v, h - v))
    whole = edge >= noise(salt, u / 9, v / 9) * 3                              # torn edges
    u, v, edge = u[whole], v[whole], edge[whole]
    aged = noise(salt ^ 9, u / 30, v / 30) * .1 + np.exp(-edge / 9) * .16
    put(im, *at(u, v), tint * (1 - aged)[:, None])

    def line(a, b, thick, colour):
        stroke(im, at(*a), at(*b), thick, colour, .8)

    dark = (58, 48, 44)
    ink = (44, 52, 96) if rng.random() < .5 else (70, 46, 38)
    left = w * .14                                                             # the printed head: words of different length, in capitals
    while left < w * .84:
        word = w * (.08 + .12 * rng.random())
        for letter in np.arange(left, min(left + word, w * .88), w * .02):
            line((letter, h * .13), (letter, h * .21), max(w * .007, .8), dark)
        left += word + w * .05
    line((w * .1, h * .3), (w * .9, h * .3), .8, dark)
    for row in range(3):                                                       # written lines
        base, end = h * (.47 + .18 * row), w * (.5 + .38 * rng.random())
        last = (w * .11, base)
        while last[0] < end:
            rise = .1 if rng.random() < .25 else .045
            up = (last[0] + w * .012, base - h * rise * (.6 + .6 * rng.random()))
            down = (last[0] + w * .024, base + h * .006)
            line(last, up, max(w * .004, .7), ink)
            line(up, down, max(w * .004, .7), ink)
            last = (down[0] + w * .03, base) if rng.random() < .14 else down


def figure(im, number, x, y, w, h):
    """A figure in chalk, of the strokes of a seven-segment display."""
    r, m, b = x + w, y + h / 2, y + h
    segments = (((x, y), (r, y)), ((x, y), (x, m)), ((r, y), (r, m)), ((x, m), (r, m)), ((x, m), (x, b)), ((r, m), (r, b)), ((x, b), (r, b)))
    for place, (a, c) in enumerate(segments):
        if SEVEN_SEGMENTS[number] >> (6 - place) & 1:
            stroke(im, a, c, max(h * .05, 1), (62, 84, 140), .75)


# ---------------------------------------------------------------- the frame
def frame(work, rng):
    """The work in a profiled frame on a wall, lit from above left."""
    rows, columns = work.shape[:2]
    moulding, wall = (max(round(min(rows, columns) * share), 1) for share in (MOULDING, WALL))
    inset = moulding + wall
    h, w = rows + 2 * inset, columns + 2 * inset
    gilt = rng.random() < .6
    base = mix((188, 148, 78), (214, 178, 106), rng.random()) if gilt else mix((52, 36, 28), (104, 70, 46), rng.random())
    paint = mix((226, 222, 214), (188, 192, 188), rng.random())
    salt = int(rng.integers(1 << 63))
    y, x = np.mgrid[0:h, 0:w].astype(float)
    sides = np.stack([x, y, w - 1 - x, h - 1 - y])
    side, nearest = sides.argmin(0), sides.min(0)

    dx = np.maximum(np.maximum(x - (w - wall), wall * 1.35 - x), 0)            # the frame's shadow on the wall
    dy = np.maximum(np.maximum(y - (h - wall), wall * 1.35 - y), 0)
    shadow = np.exp(-np.hypot(dx, dy) / (wall * .34)) * .42
    plaster = tone(paint, noise(salt, x / 3, y / 3) * 5, (1.03 - .12 * x / w - .1 * y / h) * (1 - shadow))

    depth = (nearest - wall) / moulding                                        # how far in from the moulding's outer edge
    towards = np.where(side < 2, 1, -1) * slope(depth)                         # left and upper mouldings rise towards the light
    lit = .86 + towards * .34 + (np.maximum(towards, 0) ** 3 * .5 if gilt else 0)
    grain = noise(salt ^ 11, np.where(side % 2, x, y) / 60, nearest / 3) * (10 if gilt else 20)
    wood = tone(base, grain - 8, lit * np.where(depth > .965, .55, 1))

    im = np.where((nearest < wall)[..., None], plaster, wood)
    hung = work.astype(float)
    y, x = np.mgrid[0:rows, 0:columns]
    near, reach = np.minimum(x, y), moulding * .16                             # the rebate shades the upper and left edges
    hung = hung * (1 - .38 * np.maximum(1 - near / reach, 0) ** 2)[..., None]
    im[inset:inset + rows, inset:inset + columns] = hung
    return im


def slope(depth):
    """How steeply the moulding rises at a share of its width from outside: a bead, a hollow, an ogee, the sight edge."""
    def wave(a, b):
        return np.cos((depth - a) / (b - a) * math.pi)
    return np.select([depth < .14, depth < .2, depth < .62, depth < .7, depth < .9],
                     [wave(0, .14), np.zeros_like(depth), -wave(.2, .62) * .8, np.full_like(depth, .5), wave(.7, .9) * .9], -.7)
