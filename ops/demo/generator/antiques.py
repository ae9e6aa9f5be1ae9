"""Objects seen from the front as lit relief: medals, cameos, clocks, plates, bindings, lacquer, carpets, furniture, jewellery.

A height field gives normals; a lamp at the upper left, a fill from the right and, for metal, a banded room do the rest.
"""
import math
import numpy as np
from PIL import Image
from scipy import ndimage as nd
from core import *
from modern import bar, disc, layer, poly

METAL = {'silver': '#b9b8b4', 'gold': '#c79a45', 'bronze': '#6e4b2c', 'brass': '#b58d43', 'copper': '#a4623e', 'iron': '#4b4a48'}


def relit(hgt, colour, metal=0., gloss=.3, strength=1., power=24):
    """Light over a height field (in pixels); colour is an (h, w, 3) array or one colour."""
    gy, gx = np.gradient(hgt)
    n = np.stack([-gx * strength, -gy * strength, np.ones_like(hgt)], -1)
    n /= np.linalg.norm(n, axis=-1, keepdims=True)
    L = np.array([-.52, -.58, .63])
    d = np.clip(n @ (L / np.linalg.norm(L)), 0, 1)
    fill = np.clip(n @ np.array([.70, .25, .55]), 0, 1) * .16
    H = L / np.linalg.norm(L) + np.array([0, 0, 1])
    spec = np.clip(n @ (H / np.linalg.norm(H)), 0, 1) ** power
    ao = np.clip(1 - (nd.gaussian_filter(hgt, 7) - hgt) * .055, .55, 1.12)
    out = colour * ((.22 + .86 * d + fill) * ao)[..., None]
    if metal:
        r = 2 * n[..., 2:] * n - np.array([0, 0, 1])
        room = .42 * smooth(.05, .5, -r[..., 1]) + .40 * smooth(.10, .40, -r[..., 0]) * smooth(.85, .45, -r[..., 0]) - .34 * smooth(.1, .6, r[..., 1])
        out = out * (1 + metal * .75 * room)[..., None] + (metal * .30 * smooth(.15, .5, -r[..., 0] - .6 * r[..., 1]) ** 2)[..., None] * np.sqrt(np.clip(colour, 0, 1))
    return np.clip(out + (spec * gloss)[..., None] * (np.sqrt(np.clip(colour, 0, 1)) if metal > .5 else 1), 0, 1)


def cloth(h, w, rng, kind='velvet', col='#3a2226'):
    """What small things lie on: velvet, linen or grey paper."""
    y, x, v, u = grid(h, w)
    g = .80 + .38 * np.exp(-(((u - .36) / .55) ** 2 + ((v - .32) / .55) ** 2))
    tex = 1 + (.16 * (noise(h, w, 1.6, rng) - .5) + .20 * (fbm(h, w, 150, rng, 3) - .5) if kind == 'velvet' else
               .10 * np.sin(x * 1.9) * np.sin(y * 1.9) + .06 * (noise(h, w, 3, rng) - .5) if kind == 'linen' else .025 * (noise(h, w, 2, rng) - .5))
    return rgb(col) * (g * tex)[..., None]


def shadowed(img, mask, dx=14, dy=18, blur=14, dark=.55):
    s = nd.shift(nd.gaussian_filter(mask, blur), (dy, dx), order=1)
    t = nd.gaussian_filter(mask, 4)
    return img * (1 - dark * np.clip(s, 0, 1) * (1 - mask))[..., None] * (1 - .30 * t * (1 - mask))[..., None]


def photographed(img, rng, warm='#fff1dc'):
    return grain(nd.gaussian_filter(varnish(img, rng, warm, .22, .20, .02), (.5, .5, 0)), rng, .006)


def dome(mask, width, height):
    """A rounded edge: the mask's inner distance, up to `width` px, turned into a quarter circle of `height` px."""
    d = np.clip(nd.distance_transform_edt(mask > .5) / width, 0, 1)
    return np.sqrt(np.clip(1 - (1 - d) ** 2, 0, 1)) * height


def profile(h, w, cx, cy, s, seed, flip=False, wreath=True):
    """A classical head in profile as a height field: face, hair in waves, neck cut."""
    from scipy.interpolate import splprep, splev
    pts = [(-.02, -.50), (-.21, -.44), (-.30, -.31), (-.315, -.20), (-.33, -.15), (-.405, -.02), (-.41, .015), (-.355, .035), (-.352, .06), (-.385, .095), (-.36, .12), (-.375, .155), (-.34, .18), (-.345, .24),
           (-.30, .285), (-.19, .275), (-.13, .33), (-.12, .46), (-.20, .58), (.02, .66), (.25, .57), (.20, .42), (.215, .26), (.33, .12), (.40, -.06), (.38, -.25), (.25, -.42)]
    p = np.array(pts + pts[:1])
    if flip:
        p[:, 0] *= -1
    tck, _ = splprep([cx + p[:, 0] * s, cy + p[:, 1] * s], s=s * .02, per=True)
    xs, ys = splev(np.linspace(0, 1, 500), tck)
    m = layer(h, w, lambda d, k: d.polygon([(a * k, b * k) for a, b in zip(xs, ys)], fill=255))
    y, x, _, _ = grid(h, w)
    X, Y = (x - cx) / s * (-1 if flip else 1), (y - cy) / s
    hgt = dome(m, s * .22, s * .085)
    hair = m * smooth(.02, .05, X + .20 - .35 * np.clip(-Y - .18, 0, 1) + .55 * np.clip(Y - .02, 0, 1) + .04 * np.sin(Y * 14)) * smooth(.36, .30, Y)
    wave = np.sin((Y * .85 - X * .55) * 58 + 2.6 * np.sin(X * 11 + seed) + 1.2 * np.sin(Y * 17)) * .5 + .5
    hgt = hgt + hair * (s * .030 + wave * s * .022)
    eye = np.exp(-(((X + .215) / .045) ** 2 + ((Y + .105) / .020) ** 2))
    brow = np.exp(-(((X + .235) / .085) ** 2 + ((Y + .165 + .12 * (X + .2)) / .016) ** 2))
    cheek = np.exp(-(((X + .14) / .13) ** 2 + ((Y - .05) / .14) ** 2))
    jaw = np.exp(-(((X + .0) / .05) ** 2 + ((Y - .0) / .07) ** 2)) * (X > -.2)
    mouth = np.exp(-(((X + .335) / .05) ** 2 + ((Y - .108) / .008) ** 2))
    sock = np.exp(-(((X + .245) / .05) ** 2 + ((Y + .10) / .045) ** 2))
    hgt = hgt + m * s * (.020 * eye + .018 * brow + .022 * cheek + .012 * jaw - .018 * mouth - .020 * sock)
    if wreath:
        for i in range(9):
            a = -2.55 + i * .23
            lx, ly = -.02 + .36 * math.cos(a) + .05, -.16 + .30 * math.sin(a)
            for sg in (-1, 1):
                b = a + math.pi / 2 + sg * .5
                q = ((X - lx - .03 * sg * math.cos(a)) * math.cos(b) + (Y - ly - .03 * sg * math.sin(a)) * math.sin(b)) / .062, (-(X - lx - .03 * sg * math.cos(a)) * math.sin(b) + (Y - ly - .03 * sg * math.sin(a)) * math.cos(b)) / .021
                hgt = np.maximum(hgt, smooth(1.1, .7, q[0] ** 2 + q[1] ** 2) * s * .135 * (m > .1))
    return nd.gaussian_filter(hgt, 1.1) * smooth(0, .5, m), m


# ---------------------------------------------------------------- medals and cameos
def medal(h, w, seed, metal='bronze', ground=('paper', '#8f8a82'), flip=False, wreath=True):
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    cx, cy, R = w * .5, h * .49, min(h, w) * .36
    m = disc(h, w, cx, cy, R)
    r, a = np.hypot(x - cx, y - cy), np.arctan2(y - cy, x - cx)
    hgt = dome(m, 6, 5) + 5 * smooth(R * .90, R * .915, r) * smooth(R * 1.0, R * .985, r)
    beads = smooth(.3, .8, np.cos(a * 84)) * np.exp(-((r - R * .87) / (R * .011)) ** 2) * 3.2
    hgt = hgt + beads
    ph, pm = profile(h, w, cx + (R * .02 if not flip else -R * .02), cy - R * .02, R * 1.16, seed, flip, wreath)
    hgt = hgt + ph * .55 * smooth(R * .84, R * .82, r)
    ring = np.abs(r - R * .755)                                                        # a legend that spells nothing
    cell = (a / (2 * math.pi) * 62)
    glyph = (noise(1, 62, 1, rng)[0][(np.floor(cell).astype(int)) % 62])
    k = cell - np.floor(cell)
    letter = np.maximum(smooth(.16, .08, np.abs(k - .28)), smooth(.16, .08, np.abs(k - .66)) * (glyph > .45))
    letter = np.maximum(letter, (smooth(R * .008, R * .004, np.abs(ring - R * .030 * (glyph > .3))) * (k > .2) * (k < .75)))
    where = smooth(R * .044, R * .038, ring) * ((a < -.45) & (a > -math.pi + .45) | (a > 2.3) | (a < -2.3) | ((a > -.45) & (a < .5))) * (np.abs(pm) < .05)
    hgt = hgt + letter * where * 2.4
    hgt = nd.gaussian_filter(hgt, .8)
    base = rgb(METAL[metal])
    tarn = smooth(0, 3.2, nd.gaussian_filter(hgt, 9) - hgt)
    tone = base * (1 + .12 * (fbm(h, w, 60, rng, 5)[..., None] - .5)) * (1 - .55 * np.clip(tarn, 0, 1))[..., None]
    face = relit(hgt, tone, .8, .30, .55, 18)
    img = shadowed(cloth(h, w, rng, *ground), m, 12, 16, 14)
    return photographed(mix(img, face, m), rng)


def cameo(h, w, seed, shell='#b5694a', frame='gold', ground=('velvet', '#26232c'), flip=False, drop=True):
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    cx, cy, R = w * .5, h * .53, min(h, w) * .30
    q = np.hypot((x - cx) / .78, y - cy)
    inner, outer = smooth(1, -1, q - R), smooth(1, -1, q - R * 1.17)
    ph, pm = profile(h, w, cx + R * .03, cy - R * .06, R * 1.22, seed, flip, True)
    inside = smooth(R * .97, R * .94, q)
    col = mix(rgb(shell) * (1 + .14 * (fbm(h, w, 50, rng, 4)[..., None] - .5)), rgb('#f1e4d2') + 0 * x[..., None], np.clip(pm * inside * smooth(.5, 5, ph), 0, 1))
    stone = relit(ph * .55 * inside + dome(inner, R * .5, R * .10), col, 0, .22, .75, 22)
    a = np.arctan2((y - cy), (x - cx) / .78)
    rope = 4.5 * np.sqrt(np.clip(1 - ((q - R * 1.085) / (R * .075)) ** 2, 0, 1)) + 2.2 * np.sin(a * 46 + (q - R) * .22) * np.exp(-((q - R * 1.085) / (R * .05)) ** 2)
    pearls = np.zeros((h, w))
    for i in range(34):
        t = 2 * math.pi * i / 34
        pearls = np.maximum(pearls, np.sqrt(np.clip((R * .052) ** 2 - (x - cx - .78 * math.cos(t) * R * 1.20) ** 2 - (y - cy - math.sin(t) * R * 1.20) ** 2, 0, None)))
    gold = relit(nd.gaussian_filter(rope, .8), rgb(METAL[frame]) + 0 * x[..., None], 1., .5, .8, 30)
    pm_ = smooth(0, 2, pearls)
    pearl = relit(pearls, rgb('#e8e0d2') + 0 * x[..., None], .12, .65, .9, 40)
    whole = np.maximum(outer, pm_)
    img = cloth(h, w, rng, *ground)
    if drop:                                                                         # ring and chain above
        for i in range(26):
            for sg in (-1, 1):
                t = i / 25
                px, py = cx + sg * (6 + t * w * .40), cy - R * 1.30 - R * .10 - (t ** .55) * h * .30
                link = np.abs(np.hypot((x - px) / 1.5, y - py) - 4.6)
                lm = smooth(2.2, 1.2, link)
                img = mix(img * (1 - .35 * nd.shift(lm, (4, 3), order=0))[..., None], rgb(METAL[frame]) * (.75 + .5 * smooth(6, -6, x - px + y - py))[..., None], lm)
        bail = np.abs(np.hypot(x - cx, (y - cy + R * 1.33) * .8) - R * .085)
        whole2 = smooth(R * .034, R * .028, bail)
        img = mix(shadowed(img, whole2, 5, 6, 5), relit(np.sqrt(np.clip((R * .034) ** 2 - bail ** 2, 0, None)), rgb(METAL[frame]) + 0 * x[..., None], 1, .5, .9), whole2)
    img = shadowed(img, whole, 10, 13, 11, .6)
    img = mix(img, gold, outer)
    img = mix(img, stone, inner)
    return photographed(mix(img, pearl, pm_), rng)


def pearls(h, w, seed, tint='#eae2d6', ground=('velvet', '#25303a'), rows=2):
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    img = cloth(h, w, rng, *ground)
    hgt, shade_ = np.zeros((h, w)), np.ones((h, w))
    for row in range(rows):
        n = 62 + 14 * row
        k = (1 + .16 * row) * (.88 if rows > 2 else 1)
        for i in range(n):
            t = 2 * math.pi * i / n + .02
            r = min(h, w) * (.0225 + .0105 * max(0, math.sin(t)) ** 2)
            px = w * .5 + w * .335 * k * math.cos(t) * (1 - .10 * math.sin(t)) + rng.normal(0, .8)
            py = h * .42 + h * .305 * k * math.sin(t) + rng.normal(0, .8)
            d2 = r * r - (x - px) ** 2 - (y - py) ** 2
            shade_ *= 1 - .42 * np.exp(-(((x - px - r * .55) / r) ** 2 + ((y - py - r * .75) / r) ** 2))
            hgt = np.maximum(hgt, np.sqrt(np.clip(d2, 0, None)))
    mask = smooth(.0, 2.2, hgt)
    col = rgb(tint) * (1 + .05 * (fbm(h, w, 20, rng, 3)[..., None] - .5)) * np.array([1, .985, .975])
    img = img * shade_[..., None]
    lit = relit(hgt, col, .14, .75, .95, 46)
    rose = np.clip(hgt / hgt.max(), 0, 1)[..., None]
    lit = np.clip(lit * mix(np.array([1., .93, .93]), np.ones(3), rose), 0, 1)
    img = mix(img, lit, mask)
    cx, cy, R = w * .5, h * .115, min(h, w) * .046                                        # clasp
    m = disc(h, w, cx, cy, R * 1.3)
    hg = dome(m, R * .5, R * .4)
    for i in range(10):
        t = 2 * math.pi * i / 10
        hg = np.maximum(hg, R * .4 + np.sqrt(np.clip((R * .26) ** 2 - (x - cx - math.cos(t) * R) ** 2 - (y - cy - math.sin(t) * R) ** 2, 0, None)))
    img = mix(shadowed(img, m, 5, 6, 5), relit(hg, rgb(METAL['gold']) + 0 * x[..., None], 1, .6, .9), m)
    return photographed(img, rng)


def gem(h, w, cx, cy, rx, ry, col, facets, rng):
    """A faceted stone from above: table, crown facets of uneven brilliance; returns picture and mask."""
    y, x, _, _ = grid(h, w)
    X, Y = (x - cx) / rx, (y - cy) / ry
    r, a = np.hypot(X, Y), np.arctan2(Y, X)
    k = np.floor((a / (2 * math.pi) + .5) * facets).astype(int) % facets
    k2 = np.floor((a / (2 * math.pi) + .5) * facets * 2 + (r > .78) * 1).astype(int) % (facets * 2)
    f1, f2, f3 = rng.random(facets), rng.random(facets * 2), rng.random(facets * 2)
    light = .5 + .5 * np.cos(a + 2.3)
    val = np.where(r < .50, .34 + .30 * f3[k2] * smooth(.0, .5, r) + .20 * (X + Y < -.15), np.where(r < .78, .22 + .55 * f1[k] * (.4 + .6 * light) + .10 * f3[k2], .18 + .60 * f2[k2] * (.45 + .6 * light)))
    c = rgb(col)
    out = mix(c * .28 + 0 * x[..., None], np.clip(c * 1.5 + .12, 0, 1), val)
    out = mix(out, np.ones(3) + 0 * out, smooth(.80, .97, val * (.6 + .5 * light)) * .8 + .85 * np.exp(-(((X + .30) / .10) ** 2 + ((Y + .34) / .05) ** 2)))
    out = mix(out, c * .2 + 0 * out, smooth(.92, 1.0, r) * .5)
    return np.clip(out, 0, 1), smooth(1.02, .98, r)


def brooch(h, w, seed, stone='#1f6b4a', metal='gold', ground=('velvet', '#2b2226'), small='#e9edf2', petals=16, oval=.8):
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    cx, cy, R = w * .5, h * .5, min(h, w) * .165
    img = cloth(h, w, rng, *ground)
    mask, hgt = np.zeros((h, w)), np.zeros((h, w))
    spots = []
    for ring, (rad, n, sz) in enumerate(((1.42, petals, .19), (1.88, petals, .13))):
        for i in range(n):
            t = 2 * math.pi * (i + .5 * ring) / n
            px, py = cx + math.cos(t) * R * rad * (oval + (1 - oval) * .4), cy + math.sin(t) * R * rad
            spots.append((px, py, R * sz))
            hgt = np.maximum(hgt, np.sqrt(np.clip((R * (sz + .045)) ** 2 - (x - px) ** 2 - (y - py) ** 2, 0, None)) * .8)
    q = np.hypot((x - cx) / oval, y - cy)
    hgt = np.maximum(hgt, smooth(R * 1.18, R * 1.10, q) * R * .16)
    a = np.arctan2(y - cy, (x - cx) / oval)
    leafr = R * (2.05 + .32 * np.abs(np.sin(a * petals / 2)))
    plate = smooth(2, -2, q - leafr)
    hgt = np.maximum(hgt, plate * R * .05 + plate * R * .05 * np.abs(np.sin(a * petals / 2)))
    mask = np.maximum(plate, smooth(0, 1.5, hgt))
    body = relit(nd.gaussian_filter(hgt, 1.), rgb(METAL[metal]) * (1 + .05 * (noise(h, w, 3, rng)[..., None] - .5)), 1., .45, .8, 28)
    img = mix(shadowed(img, mask, 10, 13, 11, .6), body, mask)
    for px, py, s in spots:
        g, m = gem(h, w, px, py, s, s, small, 8, rng)
        img = mix(img, g, m)
    g, m = gem(h, w, cx, cy, R * oval * 1.04, R * 1.04, stone, 16, rng)
    return photographed(mix(img, g, m), rng)


# ---------------------------------------------------------------- clocks
ROMAN = ['XII', 'I', 'II', 'III', 'IIII', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI']


def numerals(h, w, cx, cy, r, size, ink=255):
    """Roman numerals in strokes, upright towards the rim."""
    def go(d, k):
        for i, word in enumerate(ROMAN):
            a = i * math.pi / 6
            width = sum({'I': .34, 'V': .62, 'X': .62}[c] for c in word) * size
            at = -width / 2
            for c in word:
                cw = {'I': .34, 'V': .62, 'X': .62}[c] * size
                lines = {'I': [((.5, -.5), (.5, .5))], 'V': [((.1, -.5), (.5, .5)), ((.9, -.5), (.5, .5))], 'X': [((.1, -.5), (.9, .5)), ((.9, -.5), (.1, .5))]}[c]
                for j, (p, q) in enumerate(lines):
                    pts = []
                    for ux, uy in (p, q):
                        lx, ly = at + ux * cw, uy * size
                        rr = r - ly
                        pts.append(((cx + lx * math.cos(a) + rr * math.sin(a)) * k, (cy + lx * math.sin(a) - rr * math.cos(a)) * k))
                    d.line(pts, fill=ink, width=max(1, int(size * (.16 if j == 0 else .07) * k)))
                at += cw
    return layer(h, w, go)


def dial(h, w, cx, cy, R, rng, face='#efe9dc', ink='#1c1a18', hour=10.15, hands='blue', small=False):
    y, x, _, _ = grid(h, w)
    r, a = np.hypot(x - cx, y - cy), np.arctan2(x - cx, cy - y)
    img = rgb(face) * (1.02 - .12 * (r / R) ** 4 + .04 * smooth(.3, -.6, (x - cx + y - cy) / R))[..., None] * (1 + .02 * (fbm(h, w, 60, rng, 4)[..., None] - .5))
    m = numerals(h, w, cx, cy, R * .745, R * .165)
    mins = np.abs(((a / (2 * math.pi) * 60) + .5) % 1 - .5) * 2 * math.pi * r / 60
    five = np.abs(((a / (2 * math.pi) * 12) + .5) % 1 - .5) * 2 * math.pi * r / 12
    track = smooth(1.5, .8, np.minimum(np.abs(r - R * .93), np.abs(r - R * .88))) * .8
    track = np.maximum(track, smooth(1.6, .8, mins) * (r > R * .88) * (r < R * .93))
    track = np.maximum(track, smooth(R * .012, R * .008, five) * (r > R * .875) * (r < R * .935))
    img = mix(img, rgb(ink) + 0 * img, np.clip(np.maximum(m, track), 0, 1) * .92)
    if small:
        sr = np.hypot(x - cx, y - cy - R * .42)
        img = mix(img, rgb(ink) + 0 * img, np.maximum(smooth(1.4, .7, np.abs(sr - R * .17)), smooth(1.6, .8, np.abs((np.arctan2(x - cx, cy + R * .42 - y) / (2 * math.pi) * 12 + .5) % 1 - .5) * 2 * math.pi * sr / 12) * (sr > R * .14) * (sr < R * .17)) * .85)
    steel = rgb({'blue': '#1f3150', 'black': '#191817', 'gold': '#a87c2c'}[hands])
    for angle, ln, wd in ((hour / 12 * 2 * math.pi, .50, .030), ((hour % 1) * 2 * math.pi, .80, .020)):
        c, s = math.sin(angle), -math.cos(angle)
        t = (x - cx) * c + (y - cy) * s
        d = np.abs((x - cx) * -s + (y - cy) * c)
        wid = R * wd * (1.1 - .75 * np.clip(t / (R * ln), 0, 1)) + R * .040 * np.exp(-((t - R * ln * .72) / (R * .05)) ** 2)
        hm = smooth(1, -1, d - wid) * (t > -R * .12) * (t < R * ln)
        img = img * (1 - .30 * nd.shift(nd.gaussian_filter(hm * 1., 2.5), (4, 4), order=1))[..., None]
        img = mix(img, steel * (1 + .5 * smooth(1, -1, (x - cx) * -s + (y - cy) * c))[..., None], hm)
    return mix(img, steel + 0 * img, disc(h, w, cx, cy, R * .045))


def pocket_watch(h, w, seed, metal='silver', ground=('velvet', '#3b2a2c'), hour=10.15, face='#f0ebe0'):
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    cx, cy, R = w * .5, h * .56, min(h, w) * .34
    img = cloth(h, w, rng, *ground)
    col = rgb(METAL[metal]) * (1 + .05 * (fbm(h, w, 40, rng, 4)[..., None] - .5))
    crown_ = bar(h, w, cx, cy - R * 1.14, R * .20, R * .22, 0)
    ring = np.abs(np.hypot((x - cx) / 1.1, y - cy + R * 1.30) - R * .19)
    ringm = smooth(R * .040, R * .034, ring)
    body = disc(h, w, cx, cy, R * 1.06)
    ribs = 3 * np.abs(np.sin((x - cx) / R * 60)) * crown_
    whole = np.maximum(np.maximum(body, crown_), ringm)
    img = shadowed(img, whole, 12, 16, 14, .6)
    img = mix(img, relit(np.sqrt(np.clip((R * .04) ** 2 - ring ** 2, 0, None)), col, 1., .5, .9), ringm)
    img = mix(img, relit(dome(crown_, R * .1, R * .09) + ribs, col, 1., .5, .7), crown_)
    r = np.hypot(x - cx, y - cy)
    rim = np.sqrt(np.clip(1 - ((r - R * .985) / (R * .085)) ** 2, 0, 1)) * R * .07
    img = mix(img, relit(rim, col, 1., .5, .9), body)
    f = disc(h, w, cx, cy, R * .91)
    img = mix(img, dial(h, w, cx, cy, R * .91, rng, face, hour=hour, small=True) * (1 - .35 * smooth(R * .84, R * .91, r) * smooth(.2, -.8, (x - cx + y - cy) / R))[..., None], f)
    glint = np.exp(-((np.hypot(x - cx - R * .1, y - cy - R * .1) - R * .80) / (R * .06)) ** 2) * smooth(-.5, -.9, (x - cx + y - cy) / R / 1.1)
    img = mix(img, np.ones(3) + 0 * img, np.clip(glint * f, 0, 1) * .35)
    return photographed(img, rng)


def veneer(h, w, rng, tone='#6e3f22', figure=1.):
    """Polished wood: long grain, darker years, a slow cloud of figure."""
    y, x, _, _ = grid(h, w)
    d = warp(fbm(h, w, (230, 26), rng, 4), 16 * figure, 170, rng)
    years = .5 + .5 * np.sin(d * 60)
    return rgb(tone) * (.78 + .26 * fbm(h, w, 190, rng, 3) + .20 * d + .07 * (years - .5) + .07 * (noise(h, w, (40, 1.7), rng) - .5))[..., None]


def mantel_clock(h, w, seed, wood='#5b3219', metal='brass', back=('#7f7b73', '#c4bdb0'), hour=4.3, arch=True):
    rng = np.random.default_rng(seed)
    from objects import studio
    y, x, v, u = grid(h, w)
    img = studio(h, w, rng, back)
    S = min(h, w)
    cx, base, R = w * .5, h * .84, S * .185
    bw, top = S * .30, base - S * .56
    cy = top + R * 1.28
    body = bar(h, w, cx, (base + cy) / 2, bw * 2, base - cy, 0)
    body = np.maximum(body, disc(h, w, cx, cy, bw) * (y <= cy + 1) if arch else poly(h, w, [((cx - bw * 1.0) / w, cy / h), ((cx - bw) / w, (cy - R * 1.15) / h), (cx / w, (cy - R * 1.95) / h), ((cx + bw) / w, (cy - R * 1.15) / h), ((cx + bw) / w, cy / h)]))
    foot = bar(h, w, cx, base + S * .018, bw * 2.34, S * .066, 0)
    foot2 = bar(h, w, cx, base - S * .030, bw * 2.16, S * .036, 0)
    whole = np.maximum(np.maximum(body, foot), foot2)
    g = np.exp(-(((x - cx - bw * .5) / (bw * 2)) ** 2 + ((y - base - S * .055) / (S * .035)) ** 2))
    img = img * (1 - .55 * g)[..., None]
    grain_ = veneer(h, w, rng, wood)
    img = mix(shadowed(img, whole, 26, 6, 26, .35), relit(dome(body, S * .03, S * .018), grain_, 0, .30, .8, 30) * (1.06 - .34 * smooth(-.6, 1.1, (x - cx) / bw))[..., None], body)
    for m in (foot2, foot):
        img = mix(img, relit(dome(m, S * .018, S * .012), grain_ * .92, 0, .35, .9, 26), m)
    brass = rgb(METAL[metal]) + 0 * x[..., None]
    inlay = smooth(1.6, .8, np.abs(np.abs(x - cx) - bw * .80)) * (y > cy) * (y < base - S * .075) + smooth(1.6, .8, np.abs(y - base + S * .075)) * (np.abs(x - cx) < bw * .80)
    inlay = inlay + (smooth(1.6, .8, np.abs(np.hypot(x - cx, y - cy) - bw * .80)) * (y <= cy) if arch else 0)
    img = mix(img, brass * 1.1, np.clip(inlay, 0, 1) * .8)
    X, Y = (x - cx) / S, (y - (base - S * .135)) / S                                       # a small inlaid fan under the dial
    fan = smooth(.004, -.004, np.hypot(X, Y * 1.3) - .058 * (1 + .18 * np.cos(np.arctan2(Y, X) * 12)))
    img = mix(img, brass * (.7 + .5 * np.abs(np.cos(np.arctan2(Y, X) * 6)))[..., None], fan * .85)
    r = np.hypot(x - cx, y - cy)
    bez = disc(h, w, cx, cy, R * 1.14)
    img = mix(shadowed(img, bez, 4, 5, 5, .5), relit(np.sqrt(np.clip(1 - ((r - R * 1.06) / (R * .085)) ** 2, 0, 1)) * R * .07, brass, 1., .5, .9), bez)
    f = disc(h, w, cx, cy, R)
    img = mix(img, dial(h, w, cx, cy, R, rng, '#f0ebdd', hour=hour, hands='blue') * (1 - .30 * smooth(R * .9, R, r))[..., None], f)
    hm = np.zeros((h, w))
    for sg in (-1, 1):                                                                     # ball feet and a finial
        hm = np.maximum(hm, disc(h, w, cx + sg * bw * .98, base + S * .066, S * .022))
    fin = disc(h, w, cx, (cy - bw if arch else cy - R * 1.95) - S * .020, S * .024)
    for m in (hm, fin):
        img = mix(img, relit(dome(m, S * .024, S * .024), brass, 1., .6, .9), m)
    return photographed(img, rng)


# ---------------------------------------------------------------- plates
def plate(h, w, seed, kind='cobalt', body='#eceae2', ink='#2a4a86', second='#a8432c', back=('#6f6a62', '#b5aea2')):
    rng = np.random.default_rng(seed)
    from objects import studio
    y, x, v, u = grid(h, w)
    img = studio(h, w, rng, back, 1.3)
    cx, cy, R = w * .5, h * .5, min(h, w) * .40
    r, a = np.hypot(x - cx, y - cy) / R, np.arctan2(y - cy, x - cx)
    m = disc(h, w, cx, cy, R)
    hgt = R * (.030 * smooth(.60, .72, r) + .05 * smooth(.66, 1.0, r)) + R * .012 * smooth(.985, .965, r) * smooth(.93, .96, r)
    col = rgb(body) * (1 + .04 * (fbm(h, w, 70, rng, 4)[..., None] - .5))
    paint, red = np.zeros((h, w)), np.zeros((h, w))
    ring = lambda q, wd: smooth(wd, wd * .6, np.abs(r - q))
    if kind == 'cobalt':
        for q, wd in ((.965, .012), (.72, .006), (.70, .004), (.60, .005)):
            paint = np.maximum(paint, ring(q, wd))
        k = np.abs(np.sin(a * 9))
        paint = np.maximum(paint, smooth(.012, .004, np.abs(r - .74 - .16 * k ** .7)) * (r > .73))
        paint = np.maximum(paint, .5 * smooth(-.01, .02, .72 + .16 * k ** .7 - r) * (r > .735))
        for i in range(7):
            t = 2 * math.pi * i / 7
            X, Y = (x - cx) / R - math.cos(t) * .32, (y - cy) / R - math.sin(t) * .32
            rr, th = np.hypot(X, Y), np.arctan2(Y, X)
            fl = .135 * (.62 + .38 * np.abs(np.cos(th * 2.5 + t)))
            paint = np.maximum(paint, smooth(fl + .006, fl - .004, rr) * (.30 + .6 * smooth(0, .13, rr)))
        rr = r
        fl = .17 * (.7 + .3 * np.abs(np.cos(a * 4)))
        paint = np.maximum(paint, smooth(fl + .006, fl - .004, rr) * (.45 + .5 * smooth(.02, .15, rr)))
    elif kind == 'agit':                                                                   # a plate of the 1920s: planes and rays
        paint = np.maximum(paint, ring(.95, .022))
        X, Y = (x - cx) / R, (y - cy) / R
        paint = np.maximum(paint, smooth(.01, -.01, np.abs(X * .8 - Y * .6 + .05) - .075) * (r < .86))
        red = np.maximum(red, smooth(.01, -.01, np.hypot(X + .16, Y + .20) - .26))
        red = np.maximum(red, smooth(.01, -.01, np.maximum(np.abs((X - .33) * .6 + (Y - .40) * .8) - .22, np.abs((X - .33) * .8 - (Y - .40) * .6) - .05)))
        for i in range(9):
            t = -1.25 + i * .16
            d = np.abs((X + .2) * math.sin(t) - (Y - .5) * math.cos(t))
            paint = np.maximum(paint, smooth(.012, .006, d) * (r < .86) * ((X + .2) * math.cos(t) + (Y - .5) * math.sin(t) > .35) * .9)
        paint *= 1 - red
    elif kind == 'garland':
        for q, wd in ((.97, .010), (.69, .005)):
            red = np.maximum(red, ring(q, wd))
        for i in range(22):
            t = 2 * math.pi * i / 22
            q = .83 + .035 * math.sin(i * math.pi)
            X, Y = (x - cx) / R - math.cos(t) * q, (y - cy) / R - math.sin(t) * q
            rr, th = np.hypot(X, Y), np.arctan2(Y, X)
            if i % 2:
                red = np.maximum(red, smooth(.062, .05, rr + .012 * np.cos(th * 5)) * (.45 + .5 * smooth(.0, .06, rr)))
            else:
                b = t + 1.1
                e = ((X * math.cos(b) + Y * math.sin(b)) / .085) ** 2 + ((-X * math.sin(b) + Y * math.cos(b)) / .030) ** 2
                paint = np.maximum(paint, smooth(1.1, .8, e) * .85)
                e = ((X * math.cos(b + 1.6) + Y * math.sin(b + 1.6)) / .075) ** 2 + ((-X * math.sin(b + 1.6) + Y * math.cos(b + 1.6)) / .026) ** 2
                paint = np.maximum(paint, smooth(1.1, .8, e) * .7)
        paint = np.maximum(paint, smooth(.008, .003, np.abs(r - .83 - .03 * np.sin(a * 11))) * .8)
        for i in range(8):                                                                 # the bouquet in the well
            t, q = rng.uniform(0, 6.3), rng.uniform(.02, .24)
            X, Y = (x - cx) / R - math.cos(t) * q, (y - cy) / R - math.sin(t) * q
            rr, th = np.hypot(X, Y), np.arctan2(Y, X)
            if i < 5:
                red = np.maximum(red, smooth(.11, .095, rr + .02 * np.cos(th * 5 + i)) * (.35 + .6 * smooth(.0, .10, rr)))
            for j in range(3):
                b = rng.uniform(0, 6.3)
                e = (((X - .12 * math.cos(b)) * math.cos(b) + (Y - .12 * math.sin(b)) * math.sin(b)) / .10) ** 2 + ((-(X) * math.sin(b) + (Y) * math.cos(b)) / .032) ** 2
                paint = np.maximum(paint, smooth(1.1, .8, e) * .75)
        paint *= 1 - .9 * red
    else:                                                                                  # rings of a reduction glaze
        k = fbm(h, w, 60, rng, 5)
        col = mix(col, rgb(ink) * (1 + .3 * (k[..., None] - .5)), smooth(.35, .75, r + .20 * (k - .5)))
        col = mix(col, rgb(second) + 0 * col, np.exp(-((r + .10 * (k - .5) - .50) / .10) ** 2) * .8)
    tex = .78 + .36 * fbm(h, w, 16, rng, 4)
    col = mix(col, rgb(ink) * np.ones_like(col), np.clip(paint * tex, 0, 1))
    col = mix(col, rgb(second) * np.ones_like(col), np.clip(red * tex, 0, 1))
    lit = relit(nd.gaussian_filter(hgt, 1.2), col, 0, .25, 1., 40)
    win = smooth(.0, .03, .10 - np.abs((x - cx) / R + .30)) * smooth(0, .03, .13 - np.abs((y - cy) / R + .36))
    lit = mix(lit, np.ones(3) + 0 * lit, win * .16)
    img = mix(shadowed(img, m, 22, 28, 26, .5), lit, m)
    return photographed(craquelure(img, rng, 34, .10, .4), rng)


# ---------------------------------------------------------------- bindings, lacquer, carpets, furniture
def binding(h, w, seed, leather='#5a2320', style='frame', ground=('linen', '#b9b0a0')):
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    img = cloth(h, w, rng, *ground)
    x0, x1, y0, y1 = w * .14, w * .86, h * .08, h * .91
    m = bar(h, w, (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, 0)
    W, H = x1 - x0, y1 - y0
    X, Y = (x - x0) / W, (y - y0) / H
    inset = np.minimum(np.minimum(X, 1 - X) * W, np.minimum(Y, 1 - Y) * H)
    pores = fbm(h, w, 7, rng, 3)
    col = rgb(leather) * (1 + .14 * (fbm(h, w, 120, rng, 5)[..., None] - .5) + .10 * (pores[..., None] - .5))
    worn = smooth(26, 0, inset) * smooth(.4, .7, fbm(h, w, 30, rng, 4))
    col = mix(col, rgb('#a07a52') + 0 * col, worn * .45)
    gold = np.zeros((h, w))
    for q, wd in ((22, 1.6), (30, 3.2), (40, 1.4), (92, 1.4), (98, 2.2)):
        gold = np.maximum(gold, smooth(wd, wd * .5, np.abs(inset - q)))
    band = (inset > 44) & (inset < 88)
    run = np.where((np.minimum(X, 1 - X) * W < np.minimum(Y, 1 - Y) * H), (y - y0), (x - x0))
    s = np.sin(run / 11.5)
    gold = np.maximum(gold, smooth(2.6, 1.2, np.abs(inset - 66 - 13 * s)) * band)
    gold = np.maximum(gold, smooth(5.5, 4.2, np.hypot((run + 18) % 36 - 18, inset - 66)) * band)
    cx, cy = .5, .5
    r, a = np.hypot((X - cx) * W, (Y - cy) * H), np.arctan2((Y - cy) * H, (X - cx) * W)
    S = W * .23
    if style == 'frame':
        for q in (1., .93, .55, .50):
            gold = np.maximum(gold, smooth(2.4, 1.2, np.abs(r - S * q * (1 + .10 * np.cos(a * 8)))))
        gold = np.maximum(gold, smooth(.86, .94, np.abs(np.cos(a * 8))) * (r > S * .58) * (r < S * .88))
        gold = np.maximum(gold, smooth(3, 1, np.abs(r - S * .30 * (1 + .35 * np.cos(a * 4)))))
    elif style == 'cross':
        cm = np.maximum(bar(h, w, x0 + W / 2, y0 + H * .46, W * .07, H * .48, 0), bar(h, w, x0 + W / 2, y0 + H * .37, W * .36, W * .07, 0))
        gold = np.maximum(gold, np.clip(cm - nd.gaussian_filter(cm, 3) * .55, 0, 1) * 1.6)
        for t in np.linspace(0, 2 * math.pi, 24, endpoint=False):
            gold = np.maximum(gold, bar(h, w, x0 + W / 2 + math.cos(t) * W * .20, y0 + H * .37 + math.sin(t) * W * .20, W * .07, 2.2, math.degrees(t)) * .9)
    else:
        for i in range(5):
            for j in range(7):
                px, py = x0 + W * (.24 + .13 * i), y0 + H * (.17 + .11 * j)
                d = np.abs(x - px) + np.abs(y - py)
                gold = np.maximum(gold, smooth(2.2, 1, np.abs(d - W * .052)))
                gold = np.maximum(gold, smooth(5, 3.8, np.hypot(x - px, y - py)))
    for sx in (0, 1):
        for sy in (0, 1):
            px, py = (x0 + 122) if sx == 0 else (x1 - 122), (y0 + 122) if sy == 0 else (y1 - 122)
            d, t = np.hypot(x - px, y - py), np.arctan2(y - py, x - px)
            gold = np.maximum(gold, smooth(2.2, 1.1, np.abs(d - 20 * (1 + .4 * np.cos(4 * t)))))
    gold = np.clip(gold, 0, 1) * smooth(.22, .40, fbm(h, w, 9, rng, 3) + .08) * (1 - .6 * worn)
    hinge = np.exp(-((X * W - W * .055) / 5) ** 2)
    hgt = dome(m, 7, 6) - 2.0 * nd.gaussian_filter(gold, .8) - 3.5 * hinge + pores * 1.1
    col = mix(col, rgb('#cfa653') + 0 * col, gold)
    lit = relit(hgt, col, 0, .22, .8, 16)
    lit = mix(lit, np.clip(lit * 1.5, 0, 1), gold * smooth(.9, .2, u + v * .6) * .6)
    pages = bar(h, w, (x0 + x1) / 2 + 7, (y0 + y1) / 2 + 7, W, H, 0)
    img = shadowed(img, np.maximum(m, pages), 16, 20, 16, .55)
    img = mix(img, rgb('#d8c8a4') * (.8 + .25 * np.sin((x + y) * 1.6))[..., None], pages)
    return photographed(mix(img, lit, m), rng)


def lacquer(h, w, seed, make, rim='#c9a04e', ground=('velvet', '#8a8072'), round_=False):
    """A black lacquer lid with a painted scene in a gilt border."""
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    img = cloth(h, w, rng, *ground)
    S = min(h, w)
    if round_:
        m = disc(h, w, w * .5, h * .5, S * .42)
        inset = S * .42 - np.hypot(x - w * .5, y - h * .5)
    else:
        x0, x1, y0, y1 = w * .09, w * .91, h * .10, h * .90
        q = np.minimum(np.minimum(x - x0, x1 - x), np.minimum(y - y0, y1 - y))
        inset, m = q, smooth(-1, 1, q)
    scene = np.asarray(Image.fromarray((make() * 255).astype('uint8')).resize((w, h), Image.LANCZOS), float) / 255
    scene = scene * 1.05
    grey = scene.mean(-1, keepdims=True)
    scene = np.clip(grey + (scene - grey) * 1.45, 0, 1) ** 1.15
    win = smooth(S * .088, S * .094, inset + S * .006 * (fbm(h, w, 30, rng, 3) - .5))
    col = mix(rgb('#14110f') + 0 * scene, scene, win)
    gold = np.zeros((h, w))
    for q, wd in ((.020, 1.2), (.028, 2.0), (.074, 1.8), (.084, 1.2)):
        gold = np.maximum(gold, smooth(wd, wd * .5, np.abs(inset - S * q)))
    ang = np.arctan2(y - h * .5, x - w * .5) * S * .42 if round_ else np.where(np.minimum(x - w * .09, w * .91 - x) < np.minimum(y - h * .10, h * .90 - y), y - h * .5, x - w * .5)
    period = S * .055
    band = (inset > S * .030) * (inset < S * .072)
    gold = np.maximum(gold, smooth(2.0, .9, np.abs(inset - S * .051 - S * .012 * np.sin(ang / period * 2 * math.pi))) * band)
    gold = np.maximum(gold, smooth(4.2, 3, np.hypot((ang + period / 4) % (period / 2) - period / 4, inset - S * .051)) * band)
    col = mix(col, rgb(rim) * (1 + .25 * (fbm(h, w, 50, rng, 3)[..., None] - .5)), np.clip(gold, 0, 1) * .95)
    lit = relit(dome(m, S * .035, S * .020), col, 0, .35, .9, 40)
    glare = np.exp(-((u * .7 + v - .42) / .10) ** 2) * .10
    lit = np.clip(lit + (glare * m)[..., None], 0, 1)
    return photographed(mix(shadowed(img, m, 15, 19, 16, .6), lit, m), rng)


def carpet(h, w, seed, field='#6e1f22', border='#1f2f4a', light='#d9c49a', third='#a8662f', fourth='#47614f', style='medallion'):
    """A knotted carpet: everything is decided on a grid of knots, mirrored in both ways, then given pile and wear."""
    rng = np.random.default_rng(seed)
    kx, ky = (150, int(150 * h / w)) if w <= h else (int(150 * w / h), 150)
    kx, ky = kx // 2 * 2, ky // 2 * 2
    P = np.array([rgb(c) for c in (field, border, light, third, fourth, '#2a1a18')])
    hy, hx = np.mgrid[0:ky // 2, 0:kx // 2]
    ed = np.minimum(hx, hy)                                                          # knots from the edge
    g = np.zeros((ky // 2, kx // 2), int)
    cx, cy = kx // 2 - hx - 1, ky // 2 - hy - 1                                           # from the middle
    if style == 'medallion':
        d = cx * 1.25 + cy * .82
        R = kx * .40
        g[(d < R)] = 1
        g[np.abs(d - R) < 2] = 2
        g[d < R * .72] = 3
        g[np.abs(d - R * .72) < 1.6] = 5
        g[d < R * .44] = 0
        g[np.abs(d - R * .44) < 1.6] = 2
        g[d < R * .20] = 4
        g[((cx // 3 + cy // 3) % 5 == 0) & (d < R * .70) & (d > R * .46)] = 2
        g[(np.abs(cx - cy) < 1.5) & (d < R * .4)] = 2
        corner = (hx + hy * .8) < kx * .36
        g[corner & (ed > 18)] = 4
        g[(np.abs(hx + hy * .8 - kx * .36) < 2) & (ed > 18)] = 2
    elif style == 'lattice':
        L = 16
        a, b = (cx + cy) % L, (cx - cy) % L
        g[(a < 1) | (b < 1)] = 2
        cell = ((cx + cy) // L + (cx - cy) // L)
        inner = np.abs(a - L / 2) + np.abs(b - L / 2)
        g[(inner < 5)] = 3
        g[(inner < 5) & (cell % 2 == 0)] = 1
        g[(inner < 5) & (cell % 3 == 0)] = 4
        g[inner < 1.8] = 2
    else:                                                                                  # rows of guls
        gx, gy = 30, 26
        px, py = np.abs((cx + gx // 2) % gx - gx // 2), np.abs((cy + gy // 2) % gy - gy // 2)
        o = np.maximum(np.maximum(px * .9, py), (px + py) * .68)
        g[o < 11] = 2
        g[o < 10] = np.where((px[o < 10] > 0) & ((cx[o < 10] // 15 + cy[o < 10] // 13) % 2 == 0), 3, 1)
        g[o < 5] = 2
        g[o < 4] = 0
        g[(np.abs(px - 6) < 1.2) & (py < 2)] = 2
        sx, sy = np.abs((cx) % gx - gx // 2), np.abs((cy) % gy - gy // 2)
        g[(sx + sy < 5) & (o > 12)] = 4
        g[(sx + sy < 2) & (o > 12)] = 2
    if style != 'guls':                                                                    # small filling of the field
        free = (g == 0) & (ed > 19)
        sp = ((cx * 7 + cy * 3) % 19 == 0) & ((cx + cy * 5) % 7 < 2)
        g[free & sp] = 2
        g[free & np.roll(sp, 1, 1)] = 3
    for lo, hi, c in ((0, 2, 5), (2, 5, 3), (5, 6, 2), (6, 16, 1), (16, 17, 2), (17, 19, 4)):
        g[(ed >= lo) & (ed < hi)] = c
    run = np.where(hx < hy, hy, hx)
    t = run % 12
    k = np.abs(ed - 10.5)
    main = (ed >= 6) & (ed < 16)
    g[main & (k + np.abs(t - 6) < 4.5)] = 3
    g[main & (k + np.abs(t - 6) < 2.2)] = 2
    g[main & (np.abs(k - 4) < .8) & (t % 4 < 2)] = 2
    g[(ed >= 2) & (ed < 5) & (run % 6 < 3) & (ed == 3)] = 2
    full = np.concatenate([g, g[:, ::-1]], 1)
    full = np.concatenate([full, full[::-1]], 0)
    mx, my = w * .045, h * .05
    pw, ph = int(w - 2 * mx), int(h - 2 * my)
    abrash = 1 + .16 * (fbm1(ky, 26, rng)[:, None] - .5) + .05 * (noise(ky, kx, 1.0, rng)[:ky, :kx] - .5)
    knots = P[full] * abrash[..., None] * (1 + .07 * (rng.random((ky, kx, 1)) - .5))
    y, x, v, u = grid(ph, pw)
    jx = np.clip((x + 1.6 * (noise(ph, pw, 7, rng) - .5)) / pw * kx, 0, kx - 1).astype(int)
    jy = np.clip((y + 1.6 * (noise(ph, pw, 7, rng) - .5)) / ph * ky, 0, ky - 1).astype(int)
    rug = knots[jy, jx]
    pile = .9 * np.abs(np.sin(x / pw * kx * math.pi)) * np.abs(np.sin(y / ph * ky * math.pi)) + .8 * noise(ph, pw, 1.8, rng) + 2. * fbm(ph, pw, 120, rng, 3)
    wear = smooth(.60, .80, fbm(ph, pw, 80, rng, 5))
    rug = mix(rug, rgb('#b59a74') + 0 * rug, wear * .22)
    lit = relit(pile * 1.5, rug, 0, .0, .8)
    H, W = h, w
    img = cloth(H, W, rng, 'paper', '#cfc9be')
    m = np.zeros((H, W))
    oy, ox = int(my), int(mx)
    m[oy:oy + ph, ox:ox + pw] = 1
    yy, xx, _, _ = grid(H, W)
    fr = ((yy < oy) | (yy >= oy + ph)) & (xx > ox + 2) & (xx < ox + pw - 2) & (yy > oy - h * .028) & (yy < oy + ph + h * .028)
    fringe = fr * smooth(.35, .6, noise(H, W, (30, 2.1), rng))
    img = shadowed(img, np.maximum(m, fringe * .7), 5, 7, 6, .35)
    img = mix(img, rgb('#d9cdb2') * (.8 + .3 * noise(H, W, (9, 2), rng))[..., None], fringe * .95)
    img[oy:oy + ph, ox:ox + pw] = lit
    return grain(np.clip(varnish(img, rng, '#fff1dc', .15, .08, .02), 0, 1), rng, .006)


def commode(h, w, seed, wood='#6b3a1e', kind='commode', wall=('#8c8579', '#b9b2a4'), floor='#6a5138'):
    """Case furniture straight on, against a wall: veneered fronts, brass handles and escutcheons, tapering legs."""
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    fl = h * .86
    g = np.exp(-(((u - .36) / .6) ** 2 + ((v - .30) / .6) ** 2))
    img = mix(rgb(wall[0]) + 0 * x[..., None], rgb(wall[1]), g) * (1 + .03 * (fbm(h, w, 120, rng, 4)[..., None] - .5))
    boards = veneer(h, w, rng, floor, .4)
    img = mix(img, nd.zoom(boards, 1)[:h, :w] * (.75 + .35 * g)[..., None], smooth(-1, 1, y - fl))
    img = mix(img, rgb('#e4ded0') * (.55 + .4 * g)[..., None], bar(h, w, w * .5, fl - h * .022, w * 1.1, h * .044, 0))
    img = mix(img, img * .55, np.exp(-((y - fl) / 2.2) ** 2) * .8)
    brass = rgb(METAL['brass']) + 0 * x[..., None]
    parts = []                                                                              # (cx, cy, width, height) of fronts
    legs = []
    if kind == 'commode':
        x0, x1, top, bot = w * .17, w * .83, h * .36, h * .83
        rows = [.26, .30, .34]
        yy = top + h * .035
        for q in rows:
            hh = (bot - top - h * .05) * q
            parts.append(((x0 + x1) / 2, yy + hh / 2, (x1 - x0) * .90, hh * .88, 2))
            yy += hh * 1.10
        legs = [(x0 + w * .035, bot), (x1 - w * .035, bot)]
    elif kind == 'secretaire':
        x0, x1, top, bot = w * .26, w * .74, h * .11, h * .84
        W = x1 - x0
        parts = [((x0 + x1) / 2, top + h * .095, W * .88, h * .075, 2), ((x0 + x1) / 2, top + h * .285, W * .88, h * .27, 0)]
        parts += [((x0 + x1) / 2, top + h * (.485 + .095 * i), W * .88, h * .080, 2) for i in range(3)]
        legs = [(x0 + w * .03, bot), (x1 - w * .03, bot)]
    else:                                                                                    # bookcase with glazed doors
        x0, x1, top, bot = w * .22, w * .78, h * .09, h * .84
        W = x1 - x0
        parts = [(x0 + W * (.27 if i == 0 else .73), top + h * .295, W * .42, h * .43, 9) for i in (0, 1)]
        parts += [(x0 + W * (.27 if i == 0 else .73), top + h * .635, W * .42, h * .17, 1) for i in (0, 1)]
        legs = [(x0 + w * .03, bot), (x1 - w * .03, bot)]
    body = bar(h, w, (x0 + x1) / 2, (top + bot) / 2, x1 - x0, bot - top, 0)
    cap_ = bar(h, w, (x0 + x1) / 2, top, (x1 - x0) * 1.06, h * .030, 0)
    base_ = bar(h, w, (x0 + x1) / 2, bot, (x1 - x0) * 1.03, h * .024, 0)
    legm = np.zeros((h, w))
    for lx, ly in legs:
        legm = np.maximum(legm, poly(h, w, [((lx - w * .030) / w, ly / h), ((lx + w * .030) / w, ly / h), ((lx + w * .014) / w, (fl + h * .030) / h), ((lx - w * .014) / w, (fl + h * .030) / h)]))
    whole = np.clip(body + cap_ + base_ + legm, 0, 1)
    cast = np.exp(-(np.clip(np.abs(x - (x0 + x1) / 2 - w * .03) - (x1 - x0) * .50, 0, None) / (w * .035)) ** 2 - ((y - fl - h * .030) / (h * .030)) ** 2)
    img = img * (1 - .62 * cast)[..., None]
    img = shadowed(img, whole, 30, 8, 30, .42)
    grain_ = veneer(h, w, rng, wood)
    img = mix(img, relit(dome(legm, w * .014, w * .012), grain_ * .8, 0, .2, .8), legm)
    img = mix(img, relit(dome(body, 10, 7), grain_, 0, .2, .8) * (1.06 - .26 * (x - x0) / (x1 - x0))[..., None], body)
    for cx, cy, pw, ph, handles in parts:
        f = bar(h, w, cx, cy, pw, ph, 0)
        fig = veneer(h, w, rng, wood, 2.2) * 1.10
        fig = .5 * fig + .5 * fig[:, ::-1] if abs(cx - w / 2) < 4 else fig                     # book-matched veneer
        line = np.clip(nd.gaussian_filter(f, 4), 0, 1)
        front = relit(dome(f, 9, 6), fig, 0, .30, .9, 20) * (1.08 - .26 * (x - x0) / (x1 - x0))[..., None]
        if handles == 9:                                                                     # glass with books behind
            gl = bar(h, w, cx, cy, pw * .80, ph * .90, 0)
            spine = np.floor((x - cx + pw) / (pw / 11)).astype(int)
            shelf = np.floor((y - cy + ph / 2) / (ph / 4)).astype(int)
            tones = np.array([rgb(c) for c in ('#4a2320', '#2a3a34', '#6a5030', '#31313f', '#7a6a4a', '#502f1c')])
            kk = (spine * 7 + shelf * 13 + (spine * shelf) % 5) % 6
            sx = ((x - cx + pw) / (pw / 11)) % 1
            sy = ((y - cy + ph / 2) / (ph / 4)) % 1
            hgt_ = .20 + .16 * ((spine * 5 + shelf * 3) % 7) / 7
            books = tones[kk] * (.55 + .55 * np.sin(sx * math.pi))[..., None]
            books = mix(books, rgb('#c9a04e') + 0 * books, ((np.abs(sy - hgt_ - .14) < .018) | (np.abs(sy - .86) < .015)) * .7)
            books = np.where((sy < hgt_)[..., None] , rgb('#17110d') + 0 * books, books)
            books = np.where((sy > .95)[..., None], rgb(wood) * .6 + 0 * books, books) * .75
            glare = np.exp(-(((x - cx) / pw + (y - cy) / ph * .7 + .12) / .10) ** 2) * .16
            front = mix(front, np.clip(books + glare[..., None], 0, 1), gl)
            front = mix(front, fig, bar(h, w, cx, cy, pw * .035, ph * .9, 0) * .95)
            for my_ in (-.18, .18):
                front = mix(front, fig, bar(h, w, cx, cy + my_ * ph, pw * .8, pw * .035, 0) * .95)
        img = mix(img * (1 - .55 * line * (1 - f))[..., None], front, f)
        if handles == 2:
            for hx_ in (-.30, .30):
                px = cx + hx_ * pw
                ros = np.hypot(x - px, y - cy)
                rm = smooth(1, -1, ros - w * .013)
                rg = np.abs(np.hypot((x - px), (y - cy - w * .013) * .95) - w * .019)
                rgm = smooth(w * .0042, w * .0032, rg) * (y > cy - w * .004)
                img = img * (1 - .4 * nd.shift(np.maximum(rm, rgm), (5, 4), order=0))[..., None]
                img = mix(img, relit(dome(rm, w * .012, w * .010), brass, 1., .5, .9), rm)
                img = mix(img, relit(np.sqrt(np.clip((w * .0042) ** 2 - rg ** 2, 0, None)), brass, 1., .5, .9), rgm)
        if handles in (0, 1, 2):
            kx_ = cx if handles != 1 else cx + (pw * .40 if cx < w / 2 else -pw * .40)
            ky_ = cy - ph * (.36 if handles == 0 else .0)
            e = smooth(1, -1, np.hypot(x - kx_, (y - ky_) * .62) - w * .0085)
            img = mix(img, relit(dome(e, 4, 3), brass, 1., .4, .9), e)
            img = mix(img, rgb('#17110d') + 0 * img, smooth(1, -1, np.hypot(x - kx_, y - ky_) - w * .0028))
    for m in (cap_, base_):
        img = mix(img, relit(dome(m, h * .013, h * .010), grain_ * 1.05, 0, .35, .9, 22), m)
    return photographed(img, rng)


def oklad(h, w, seed, kind='saint', metal='silver', robe='#5d2220', cloak='#2e3f3c'):
    """An icon under a chased cover: the metal follows the painting's drawing, only the face stays open."""
    from modern import icon
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    img = icon(h, w, seed, kind, robe, cloak, .25)
    lum = nd.gaussian_filter(nd.median_filter(img.mean(-1), 7), 1.6)
    inside = np.minimum(np.minimum(x, w - x), np.minimum(y, h - y))
    m = .072 * w
    rad, ang = np.hypot(x - .5 * w, y - .335 * h), np.arctan2(y - .335 * h, x - .5 * w)
    R = .235 * w
    rays = (.5 + .5 * np.cos(ang * 36)) * smooth(R * .62, R * .66, rad) * smooth(R * 1.06, R * 1.02, rad) * 3.2
    rim = 5 * np.sqrt(np.clip(1 - ((rad - R * 1.10) / (R * .055)) ** 2, 0, 1))
    figure = smooth(.48, .36, lum) * (rad > R * .5)
    scroll = np.sin(x / 11 + 2.2 * np.sin(y / 21)) * np.sin(y / 11 + 2.2 * np.sin(x / 21))
    bead = np.where(np.minimum(x, w - x) < np.minimum(y, h - y), y, x)
    border = 2.8 * smooth(.1, .6, np.cos(bead / 4.6)) * np.exp(-((inside - m * .86) / 4.) ** 2) + 2.4 * smooth(-.1, .5, np.sin(bead / 15) * np.cos((inside - m * .45) / 7)) * (inside < m * .74) * (inside > m * .14)
    hgt = lum * 13 * (.4 + .6 * figure) + 7 * nd.gaussian_filter(figure, 5) + 1.5 * smooth(.0, .5, scroll) * (1 - figure) * (inside > m) * (rad > R * 1.16) + border + rim + rays * (1 - figure)
    hgt = nd.gaussian_filter(hgt, 1.)
    base = rgb(METAL[metal]) * (1 + .10 * (fbm(h, w, 70, rng, 5)[..., None] - .5))
    tarnish = np.clip(smooth(.0, 3.0, nd.gaussian_filter(hgt, 8) - hgt) + .35 * smooth(.55, .8, fbm(h, w, 120, rng, 5)), 0, 1)
    cover = relit(hgt, base * (1 - .55 * tarnish)[..., None], .9, .28, .85, 20)
    hole = smooth(1.04, .98, np.hypot((u - .5) / .125, (v - (.352 if kind == 'saint' else .345)) / (.185 if kind == 'saint' else .150)))
    lip = np.exp(-((np.hypot((u - .5) / .125, (v - (.352 if kind == 'saint' else .345)) / (.185 if kind == 'saint' else .150)) - 1.03) / .03) ** 2)
    cover = cover * (1 - .45 * lip)[..., None]
    return grain(varnish(mix(cover, img * .92, hole), rng, '#e8d0a0', .12, .22, .06), rng, .007)
