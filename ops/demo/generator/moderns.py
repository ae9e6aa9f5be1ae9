"""More of the twentieth century: nested squares, mosaics, palette-knife landscapes, stains, gestures, collages, waves, towns and portraits."""
import math
import numpy as np
from PIL import Image
from scipy import ndimage as nd
from core import *
from modern import bar, disc, lay, layer


def varnished(img, relief, rng, age=.4, pitch=.026):
    r = nd.gaussian_filter(relief, .7)
    s = nd.sobel(r, 0) * -.7 + nd.sobel(r, 1) * -.6
    img = np.clip(img * (1 + np.clip(s * .0045, -.14, .14))[..., None], 0, 1)
    img = weave(img, rng, pitch)
    if age > .2:
        img = craquelure(img, rng, 30, .30 * age, .2 + .25 * age)
    return grain(varnish(img, rng, '#d0b27a', .04 + .08 * age, .06 + .07 * age), rng, .006)


def started(h, w, seed, ground):
    rng = np.random.default_rng(seed)
    img = np.ones((h, w, 3)) * rgb(ground) * (1 + .10 * (fbm(h, w, 150, rng, 5)[..., None] - .5))
    return rng, img, (fbm(h, w, (4, 60), rng, 3) - .5) * 6


def squares(h, w, seed, inks, drop=.06):
    """Nested squares that sink a little, one quiet colour chord."""
    rng, img, relief = started(h, w, seed, inks[0])
    S = min(h, w) * .94
    img, relief = lay(img, relief, bar(h, w, w / 2, h / 2, w * .95, h * .95, 0), rgb(inks[0]), rng, 20)
    for i, c in enumerate(inks[1:], 1):
        k = 1 - .235 * i
        img, relief = lay(img, relief, bar(h, w, w / 2, h / 2 + h * drop * i, S * k, S * k, 0), rgb(c), rng, 20 + 40 * i)
    return varnished(img, relief, rng, .3)


def mosaic(h, w, seed, ground, inks, cells=9):
    """A town of uneven colour squares with a few roofs, windows and a moon among them."""
    rng, img, relief = started(h, w, seed, ground)
    rows = int(cells * h / w)
    xs = np.cumsum(rng.uniform(.6, 1.5, cells)); xs = np.concatenate([[0], xs / xs[-1]]) * .92 + .04
    ys = np.cumsum(rng.uniform(.6, 1.5, rows)); ys = np.concatenate([[0], ys / ys[-1]]) * .92 + .04
    jit = rng.normal(0, .006, (rows + 1, cells + 1, 2))
    big = Image.new('I', (w, h), 0)
    from PIL import ImageDraw
    d = ImageDraw.Draw(big)
    node = lambda r, c: ((xs[c] + jit[r, c, 0]) * w, (ys[r] + jit[r, c, 1]) * h)
    cols, n = [rgb(ground)], 1
    for r in range(rows):
        for c in range(cells):
            q = [node(r, c), node(r, c + 1), node(r + 1, c + 1), node(r + 1, c)]
            base = rgb(inks[int(rng.integers(len(inks)))]) * rng.uniform(.86, 1.1)
            kind = rng.random()
            d.polygon(q, fill=n); cols.append(base); n += 1
            if kind < .20:                                                            # a gable
                d.polygon([q[3], ((q[0][0] + q[1][0]) / 2, q[0][1] + (q[3][1] - q[0][1]) * .1), q[2]], fill=n)
                cols.append(rgb(inks[int(rng.integers(len(inks)))]) * .8); n += 1
            elif kind < .32:                                                          # a half
                d.polygon([q[0], q[1], q[3]], fill=n)
                cols.append(rgb(inks[int(rng.integers(len(inks)))])); n += 1
            elif kind < .40:                                                          # a window
                mx, my = (q[0][0] + q[2][0]) / 2, (q[0][1] + q[2][1]) / 2
                sx, sy = (q[1][0] - q[0][0]) * .2, (q[3][1] - q[0][1]) * .25
                d.rectangle([mx - sx, my - sy, mx + sx, my + sy], fill=n)
                cols.append(rgb(inks[-1]) * .5); n += 1
    wob = (fbm(h, w, 30, rng, 3) - .5) * 5, (fbm(h, w, 30, rng, 3) - .5) * 5
    y, x, _, _ = grid(h, w)
    label = np.asarray(big)[np.clip(y + wob[0], 0, h - 1).astype(int), np.clip(x + wob[1], 0, w - 1).astype(int)]
    tone = np.array(cols)[label]
    edge = nd.gaussian_filter(((nd.maximum_filter(label, 3) != nd.minimum_filter(label, 3)) * 1.), 1.3)
    vary = (1 + .20 * (fbm(h, w, (14, 40), rng, 4) - .5) + .10 * (fbm(h, w, 90, rng, 3) - .5))
    img = mix(tone * vary[..., None], rgb(ground) * .92 + 0 * tone, np.clip(edge * .9, 0, 1) * smooth(.3, .6, fbm(h, w, 26, rng, 3) + .1))
    m = disc(h, w, w * rng.uniform(.62, .82), h * rng.uniform(.14, .22), min(h, w) * .062)
    img, relief = lay(img, relief - edge * 5, m, rgb('#e3c163'), rng, 30)
    return varnished(img, relief + (fbm(h, w, (5, 26), rng, 3) - .5) * 8, rng, .5)


def knife(h, w, seed, bands, accents, horizon=.48, sun=None):
    """A landscape of palette-knife slabs: bands from top to bottom, accents near the horizon."""
    rng = np.random.default_rng(seed)
    c = Canvas(h, w, rgb(bands[-1]) * .7, seed, .15)
    C = [rgb(b) for b in bands]
    n, big = len(C), min(h, w) / 420
    for size, count in ((130, 240), (84, 380), (48, 420)):
        for _ in range(count):
            px, py = rng.uniform(0, w), rng.uniform(0, h)
            t = py / h
            k = t / horizon * (n / 2) if t < horizon else n / 2 + (t - horizon) / (1 - horizon) * (n / 2)
            k += rng.normal(0, .32)
            i = int(np.clip(k, 0, n - 1))
            if (i < n / 2) != (t < horizon):
                continue
            c.stroke(px, py, big * size * rng.uniform(.7, 1.3), big * size * rng.uniform(.32, .5), rng.normal(0, .10) if rng.random() < .8 else math.pi / 2, np.clip(C[i] * (1 + rng.normal(0, .07)) + rng.normal(0, .015, 3), 0, 1), .95, 1.6)
    if sun:
        for r in range(3):
            c.stroke(sun[0] * w, sun[1] * h, h * .12, h * .10, r * 1.1, np.clip(rgb(accents[0]) * (1.04 - .04 * r), 0, 1), .96, 1.4)
    for i in range(34):
        t = rng.random() ** 1.5
        py = h * (horizon - .015 + .09 * rng.normal(0, .35))
        c.stroke(rng.uniform(.03, .97) * w, py, big * rng.uniform(24, 74), big * rng.uniform(10, 30), math.pi / 2 if rng.random() < .55 else 0, rgb(accents[int(rng.integers(len(accents)))]) * rng.uniform(.88, 1.08), .95, 1.6)
    img = c.lit(1.3)
    return grain(varnish(weave(img, rng), rng, '#d0b27a', .06, .10), rng, .006)


def stains(h, w, seed, ground, inks):
    """Thin paint poured on raw canvas: veils with dark tide lines."""
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    img = np.ones((h, w, 3)) * rgb(ground) * (1 + .04 * (fbm(h, w, 150, rng, 4)[..., None] - .5))
    for i, c in enumerate(inks):
        a = rng.uniform(0, 6.3)
        cx, cy = .5 + .24 * math.cos(a + i * 2.1), .48 + .22 * math.sin(a + i * 2.1)
        rx, ry = rng.uniform(.20, .36), rng.uniform(.17, .34)
        th = rng.uniform(-.6, .6)
        X, Y = (u - cx) * math.cos(th) + (v - cy) * math.sin(th), -(u - cx) * math.sin(th) + (v - cy) * math.cos(th)
        f = np.hypot(X / rx, Y / ry) + 1.1 * (fbm(h, w, 190, rng, 6) - .5)
        m = smooth(1.0, .93, f)
        tide = np.exp(-((f - .95) / .025) ** 2) * .40 + .20 * np.exp(-((f - .80) / .05) ** 2)
        d = np.clip(.52 + .5 * (fbm(h, w, 120, rng, 5) - .5) + .25 * f + tide, 0, 1.15) * m
        img = img * (1 - (1 - rgb(c)) * d[..., None])
        for _ in range(3):                                                            # runs
            px = (cx + rng.uniform(-.6, .6) * rx) * w
            ln = rng.uniform(.12, .34)
            run = smooth(3.6, 1.6, np.abs(x - px - 3 * np.sin(y / 36))) * smooth(cy, cy + ry * .5, v) * smooth(cy + ry + ln, cy + ry + ln - .02, v)
            img = img * (1 - (1 - rgb(c)) * (run * .55)[..., None])
    return grain(varnish(weave(np.clip(img, 0, 1), rng, .035), rng, '#d8c8a0', .05, .06), rng, .006)


def gesture(h, w, seed, ground, inks, count=9):
    """A few broad strokes of a loaded brush, some thrown drops, one accent."""
    rng, img, relief = started(h, w, seed, ground)
    c = Canvas(h, w, rgb(ground), seed, .75)
    c.rgb = img
    S = min(h, w)
    x, y, a = w * .22, h * .64, -.9
    for i in range(count):
        col = rgb(inks[0] if rng.random() < .72 else inks[int(rng.integers(1, len(inks)))])
        bend, ln, wd = rng.normal(0, .06), rng.uniform(.5, .95) * S, S * rng.choice([.045, .08, .13, .17])
        px, py, an, n = x, y, a, 26
        for j in range(n):
            t = j / n
            for k in range(3):
                off = (k - 1) * wd * .30
                c.stroke(px - math.sin(an) * off, py + math.cos(an) * off, wd * 1.2, max(3, wd * .42), an, np.clip(col * (1 + rng.normal(0, .05)), 0, 1), .92 * (1 - .55 * t), 2.2)
            px, py, an = px + math.cos(an) * ln / n, py + math.sin(an) * ln / n, an + bend
        for _ in range(int(rng.integers(3, 16))):
            r = rng.uniform(1.5, 8) * S / 800
            q = rng.uniform(.1, 1.2)
            c.rgb = mix(c.rgb, col + 0 * c.rgb, disc(h, w, px + math.cos(an) * q * 90 + rng.normal(0, 40), py + math.sin(an) * q * 90 + rng.normal(0, 40), r, 0))
        x, y, a = w * rng.uniform(.16, .74), h * rng.uniform(.18, .80), rng.uniform(-3.1, 3.1)
    img = c.lit(1.2)
    return grain(varnish(weave(img, rng), rng, '#d8c8a0', .05, .08), rng, .006)


def collage(h, w, seed, ground, inks):
    """Torn and cut papers: printed lines that say nothing, wood-grain paper, a disc of colour; every edge throws a shadow."""
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    img = np.ones((h, w, 3)) * rgb(ground) * (1 + .06 * (fbm(h, w, 150, rng, 4)[..., None] - .5))
    S = min(h, w)
    spots = [(.40, .44, .52, .60), (.64, .56, .44, .40), (.34, .72, .46, .24), (.62, .26, .36, .26), (.50, .52, .20, .44), (.74, .78, .26, .15), (.27, .26, .22, .20)]
    for i, (cx, cy, sw, sh) in enumerate(spots):
        deg = rng.normal(0, 9)
        cx, cy = 1 - cx if seed % 2 else cx, cy if seed % 3 else 1 - cy
        m = bar(h, w, (cx + rng.normal(0, .02)) * w, (cy + rng.normal(0, .02)) * h, sw * S, sh * S, deg)
        torn = i % 2 == 0
        if torn:
            mm = nd.gaussian_filter(m, 4) + .34 * (fbm(h, w, 22, rng, 5) - .5)
            m, core = smooth(.46, .52, mm), smooth(.60, .64, mm)
        c = rgb(inks[i % len(inks)])
        p = np.ones((h, w, 3)) * c * (1 + .05 * (noise(h, w, 2, rng)[..., None] - .5) + .05 * (fbm(h, w, 60, rng, 3)[..., None] - .5))
        a = math.radians(deg)
        lx, ly = x * math.cos(a) + y * math.sin(a), -x * math.sin(a) + y * math.cos(a)
        if i in (1, 4):                                                               # columns of print
            k = (ly / 9) % 1
            ink = (k > .30) & (k < .72) & (noise(h, w, (9, 3.2), rng) > .42) & (np.sin(lx / 130 + .4) > -.93) & (noise(h, w, (9, 42), rng) > .18)
            p = mix(p, rgb('#2a2725') + 0 * p, nd.gaussian_filter(ink * 1., .5) * .75)
        elif i == 3:
            g = np.sin(warp(fbm(h, w, (20, 160), rng, 4), 8, 90, rng) * 70)
            p = p * (1 + .12 * g)[..., None]
        elif i == 2:
            p = mix(p, rgb(inks[-1]) + 0 * p, (np.sin(lx / 7.5) > .2) * .75)
        sh_ = nd.shift(nd.gaussian_filter(m, 4), (5, 4), order=1)
        img = img * (1 - .38 * sh_ * (1 - m))[..., None]
        img = mix(img, rgb('#f0e9da') + 0 * p if torn else p, m)
        if torn:
            img = mix(img, p, core)
    m = disc(h, w, w * rng.uniform(.3, .7), h * rng.uniform(.3, .6), S * .105)
    img = img * (1 - .35 * nd.shift(nd.gaussian_filter(m, 4), (5, 4), order=1) * (1 - m))[..., None]
    img = mix(img, rgb(inks[0]) * (1 + .06 * (fbm(h, w, 30, rng, 3)[..., None] - .5)), m)
    for _ in range(4):
        p0 = rng.uniform(.12, .88, 4)
        line = layer(h, w, lambda d, k: d.line([p0[0] * w * k, p0[1] * h * k, p0[2] * w * k, p0[3] * h * k], fill=255, width=int(2.2 * k)))
        img = mix(img, rgb('#1d1b1a') + 0 * img, line * smooth(.25, .5, noise(h, w, 3, rng)) * .8)
    return grain(varnish(np.clip(img, 0, 1), rng, '#d8c090', .08, .10), rng, .006)


def swell(h, w, seed, inks):
    """Hard-edged ribbons that rise and fall together."""
    rng, img, relief = started(h, w, seed, inks[0])
    y, x, v, u = grid(h, w)
    n = 11
    amp, ph, f = rng.uniform(.08, .13), rng.uniform(0, 6), rng.uniform(1.1, 1.7)
    for i in range(n):
        e = .06 + .90 * i / n + amp * np.sin(u * f * math.pi * 2 + ph + i * .30) * (.4 + .6 * math.sin(math.pi * i / n)) + .03 * np.sin(u * 9 + i)
        m = smooth(-1.2, 1.2, (v - e) * h)
        c = rgb(inks[i % len(inks)])
        img = mix(img, c * (1 + .12 * (fbm(h, w, (6, 90), rng, 3)[..., None] - .5)), m)
        relief = relief * (1 - m) + m * (fbm(h, w, (4, 80), rng, 3) - .5) * 8 + 4 * np.exp(-((v - e) * h / 2.) ** 2)
    return varnished(img, relief, rng, .3)


def townscape(h, w, seed, sky_=('#6a7f96', '#d8b89a'), walls=('#c9a06a', '#b5735a', '#d8c3a0', '#8f8f86', '#a8a08a'), roofs=('#6a3a30', '#4a4f56', '#7a4a34'), lights=0., wet=True, dome=True, snow=False):
    """An old street along the water or under snow: fronts in a row with roofs, windows and chimneys, painted broadly."""
    rng = np.random.default_rng(seed)
    y, x, v, u = grid(h, w)
    k, hz = 3, .64
    n = fbm(h, w, (50, 190), rng, 5)
    src = mix(rgb(sky_[0]) + 0 * x[..., None], rgb(sky_[1]), smooth(0, hz * .95, v)) * (1 + .22 * (n - .5))[..., None]
    from PIL import ImageDraw
    im, al = Image.new('RGB', (w * k, h * k)), Image.new('L', (w * k, h * k))
    d, m = ImageDraw.Draw(im), ImageDraw.Draw(al)
    col = lambda c, f=1.: tuple(int(255 * min(1, max(0, q * f))) for q in c)
    air = rgb(sky_[1])

    def shape(pts, c):
        q = [(a * w * k, b * h * k) for a, b in pts]
        d.polygon(q, fill=c)
        m.polygon(q, fill=255)
    px = -.03
    while px < 1.02:                                                                      # a far row in the haze
        bw, bh = rng.uniform(.05, .10), rng.uniform(.16, .30)
        c = mix(rgb(walls[int(rng.integers(len(walls)))]), air, .62)
        shape([(px, hz), (px, hz - bh), (px + bw / 2, hz - bh - .03), (px + bw, hz - bh), (px + bw, hz)], col(c, .86))
        px += bw
    if dome:
        cx = rng.uniform(.34, .66)
        c, g = mix(rgb('#e0d6c2'), air, .35), mix(rgb('#b8923e'), air, .2)
        shape([(cx - .075, hz), (cx - .075, hz - .31), (cx + .075, hz - .31), (cx + .075, hz)], col(c))
        shape([(cx + .02, hz), (cx + .02, hz - .31), (cx + .075, hz - .31), (cx + .075, hz)], col(c, .78))
        for ox, r, up in ((-.055, .020, .34), (.055, .020, .34), (0, .040, .40)):
            shape([(cx + ox - r * .7, hz - up), (cx + ox + r * .7, hz - up), (cx + ox + r * .7, hz - .28), (cx + ox - r * .7, hz - .28)], col(c, .9))
            ring = [(cx + ox + r * math.cos(t) * (1 - .0), hz - up - r * w / h * (.55 + .9 * math.sin(t))) for t in np.linspace(0, 2 * math.pi, 30)]
            shape(ring, col(g))
            shape([(cx + ox - r * .35, hz - up - r * w / h * 1.35), (cx + ox + r * .35, hz - up - r * w / h * 1.35), (cx + ox, hz - up - r * w / h * 2.2)], col(g))
            shape([(cx + ox - .002, hz - up - r * w / h * 2.0), (cx + ox + .002, hz - up - r * w / h * 2.0), (cx + ox + .002, hz - up - r * w / h * 3.), (cx + ox - .002, hz - up - r * w / h * 3.)], col(g, 1.2))
    px = -.02
    gap = (cx - .11, cx + .11) if dome else (2, 2)
    while px < 1.0:
        bw = rng.uniform(.085, .15)
        bh = rng.uniform(.20, .34) * (.45 if gap[0] < px + bw / 2 < gap[1] else 1)
        c, rf = rgb(walls[int(rng.integers(len(walls)))]), rgb('#e9ebee') if snow else rgb(roofs[int(rng.integers(len(roofs)))])
        shape([(px, hz), (px, hz - bh), (px + bw, hz - bh), (px + bw, hz)], col(c))
        shape([(px + bw * .80, hz), (px + bw * .80, hz - bh), (px + bw, hz - bh), (px + bw, hz)], col(c, .74))
        shape([(px - .006, hz - bh), (px + bw * .16, hz - bh - .055), (px + bw * .84, hz - bh - .055), (px + bw + .006, hz - bh)], col(rf))
        for _ in range(int(rng.integers(1, 3))):
            q = px + bw * rng.uniform(.2, .75)
            shape([(q, hz - bh - .04), (q, hz - bh - .085), (q + .012, hz - bh - .085), (q + .012, hz - bh - .04)], col(rgb('#7a4a3a')))
        nx_, ny_ = max(2, int(bw / .030)), max(2, int(bh / .070))
        for i in range(nx_):
            for j in range(ny_):
                wx, wy = px + bw * (.07 + .72 * (i + .22) / nx_), hz - bh + bh * (.10 + .72 * j / ny_)
                lit = rng.random() < lights
                shape([(wx, wy), (wx + .0125, wy), (wx + .0125, wy + .036), (wx, wy + .036)], col(rgb('#f2c468')) if lit else col(mix(rgb('#3a3f46'), c, .25)))
        shape([(px, hz - bh + .006), (px + bw, hz - bh + .006), (px + bw, hz - bh + .013), (px, hz - bh + .013)], col(c, 1.15))
        px += bw * rng.uniform(.98, 1.02)
    a = np.asarray(im.resize((w, h), Image.LANCZOS), float) / 255
    al = np.asarray(al.resize((w, h), Image.LANCZOS), float) / 255
    src = mix(src, a, al)
    quay = smooth(hz - .002, hz + .002, v)
    street = mix(mix(rgb('#8a8378'), air, .35) + 0 * src, rgb('#e6e9ee') * .96 + 0 * src, 1. if snow else 0.) * (.82 + .3 * fbm(h, w, (16, 120), rng, 4))[..., None]
    if snow:
        cart = np.abs(u - .5 - (.30 * (v - hz) - .02)) / (.02 + .30 * (v - hz))
        street = street * (1 - .20 * np.exp(-((cart - .5) / .14) ** 2))[..., None]
    src = mix(src, street, quay)
    if wet:                                                                              # the fronts stand upside down in the water
        top = hz + .035
        src = mix(src, rgb('#8f8578') * .8 + 0 * src, quay * smooth(top, top - .004, v))
        yy = np.clip((2 * top - v - .02) * h, 0, h - 1)
        xx = np.clip(x + (noise(h, w, (5, 90), rng) - .5) * 40 * smooth(top, 1, v), 0, w - 1)
        mir = np.stack([nd.map_coordinates(nd.gaussian_filter(src[..., q], (4, 3)), [yy, xx], order=1) for q in range(3)], -1)
        mir = mix(mir * .80, rgb(sky_[0]) * .8 + 0 * mir, .22)
        glint = smooth(.62, .74, noise(h, w, (4, 60), rng))
        src = mix(src, mix(mir, air + 0 * mir, glint * .35), smooth(top - .001, top + .002, v))
    c = Canvas(h, w, rgb('#7a6248'), seed)
    flow = np.where(v < hz * .5, .2 * (fbm(h, w, 150, rng, 2) - .5), np.where(v < hz, math.pi / 2, .02))
    c.cover(src, [34, 18, 9, 5], flow, None, loose=.028, follow=.6, tint=.03)
    near = ((al > .3) | ((v > hz - .02) & (v < hz + .05))) * 1.
    c.cover(src, [5, 3], np.full((h, w), math.pi / 2), near, loose=.030, follow=.85, aspect=2., wander=.06, tint=.02)
    if lights:
        for _ in range(5):                                                               # lamps
            lx = rng.uniform(.06, .94)
            g = np.exp(-np.hypot((u - lx) * w / h, v - hz + .075) / .030)
            c.rgb = np.clip(c.rgb + g[..., None] * rgb('#f7cf80') * .75, 0, 1)
            c.rgb = mix(c.rgb, rgb('#2a2420') + 0 * c.rgb, smooth(1.6, .8, np.abs(x - lx * w)) * (v > hz - .07) * (v < hz + .01) * .9)
    from painting import finish
    signature(c, rng, w * .84, h * .955, w * .018, rgb('#5a1f1b'))
    return finish(c, rng, .3)


def portrait(h, w, seed, hair='#3a241a', dress='#7a2b26', back=('#3f5a5c', '#7d9490'), skin='#d8a47c', tilt=.10, bun=True, collar=None):
    """A half-length in the manner of the 1910s: long oval, long neck, almond eyes without pupils, quiet ground."""
    rng = np.random.default_rng(seed)
    from scipy.interpolate import splprep, splev
    y, x, v, u = grid(h, w)
    n = fbm(h, w, 160, rng, 4)
    src = mix(rgb(back[0]) + 0 * x[..., None], rgb(back[1]), smooth(.2, .8, n * .6 + .5 * u)) * (1 + .10 * (fbm(h, w, 40, rng, 4)[..., None] - .5))
    ca, sa = math.cos(tilt), math.sin(tilt)
    hx, hy = .50, .335
    P = lambda a, b: (hx + (a * ca - b * sa) * h / w, hy + a * sa + b * ca)               # head coordinates in picture heights

    def shape(pts, at=None):
        q = np.array([(at or P)(*p) for p in pts])
        q = np.vstack([q, q[:1]])
        tck, _ = splprep([q[:, 0] * w, q[:, 1] * h], s=0, per=True)
        xs, ys = splev(np.linspace(0, 1, 240), tck)
        return layer(h, w, lambda d, k: d.polygon([(a * k, b * k) for a, b in zip(xs, ys)], fill=255))

    def put(m, c, shade_=.35, at=.0):
        nonlocal src
        side = smooth(-.5, .6, (u - hx) * w / h * 4 + at)
        tone = rgb(c) * (1.08 - shade_ * side)[..., None] * (1 + .10 * (fbm(h, w, 30, rng, 4)[..., None] - .5))
        src = mix(src, tone, m)

    def line(pts, c, wd, a=.85):
        nonlocal src
        q = np.array([P(*p) for p in pts])
        tck, _ = splprep([q[:, 0] * w, q[:, 1] * h], s=0, k=min(3, len(pts) - 1))
        xs, ys = splev(np.linspace(0, 1, 60), tck)
        m = layer(h, w, lambda d, k: d.line([c_ for p in zip(xs, ys) for c_ in (p[0] * k, p[1] * k)], fill=255, width=int(wd * k)))
        src = mix(src, rgb(c) + 0 * src, nd.gaussian_filter(m, .7) * a)
    raw = lambda a, b: (a, b)
    back_hair = [(0, -.215), (.115, -.175), (.145, -.06), (.13, .07), (.085, .13), (-.085, .13), (-.13, .07), (-.145, -.06), (-.115, -.175)]
    if bun:
        put(shape([(-.02, -.275), (.05, -.26), (.07, -.21), (.03, -.17), (-.05, -.17), (-.08, -.21), (-.06, -.26)]), hair, .5)
    put(shape(back_hair), hair, .5)
    put(shape([(.02, 1.03), (.07, .80), (.20, .70), (.40, .635), (.60, .635), (.80, .70), (.93, .80), (.98, 1.03)], raw), dress, .42)
    put(shape([(.395, .635), (.44, .585), (.50, .60), (.56, .585), (.605, .635), (.56, .70), (.50, .735), (.44, .70)], raw), skin, .40, .1)
    put(shape([(-.048, .10), (.050, .10), (.056, .22), (.075, .30), (-.075, .30), (-.054, .22)]), skin, .55, .25)
    if collar:
        put(shape([(.36, .645), (.43, .61), (.50, .76), (.57, .61), (.64, .645), (.58, .76), (.50, .83), (.42, .76)], raw), collar, .25)
    face = shape([(0, -.165), (.062, -.150), (.098, -.085), (.104, .0), (.090, .085), (.050, .155), (0, .185), (-.050, .155), (-.090, .085), (-.104, .0), (-.098, -.085), (-.062, -.150)])
    put(face, skin, .34)
    U, V = (u - hx) * w / h, v - hy
    X, Y = U * ca + V * sa, -U * sa + V * ca
    for cx, cy, sx, sy in ((-.055, .055, .040, .035), (.058, .055, .035, .035)):             # a warm flush
        src = mix(src, rgb('#c4644a') + 0 * src, face * np.exp(-(((X - cx) / sx) ** 2 + ((Y - cy) / sy) ** 2)) * .34)
    for sg in (-1, 1):                                                                     # sockets, brows, almond eyes
        ex, ey = sg * .047, -.018
        src = mix(src, rgb(skin) * .62 + 0 * src, face * np.exp(-(((X - ex) / .036) ** 2 + ((Y - ey + .012) / .024) ** 2)) * .55)
        eye = shape([(ex - .030, ey + .003), (ex - .010, ey - .0095), (ex + .012, ey - .0095), (ex + .030, ey + .002), (ex + .010, ey + .0115), (ex - .012, ey + .0115)])
        src = mix(src, rgb('#5d7880') * .8 + 0 * src, eye * .95)
        src = mix(src, rgb('#20262a') + 0 * src, eye * np.exp(-(((X - ex - .003) / .0085) ** 2 + ((Y - ey) / .010) ** 2)) * .85)
        line([(ex - .032, ey + .003), (ex - .008, ey - .011), (ex + .012, ey - .011), (ex + .032, ey + .002)], '#2a1712', 3.)
        line([(ex - .024, ey + .010), (ex, ey + .0135), (ex + .024, ey + .009)], '#6b3a28', 1.8, .6)
        line([(ex - sg * .030, ey - .030), (ex, ey - .042), (ex + sg * .040, ey - .026)], hair, 4., .85)
    line([(-.012, -.045), (-.014, .01), (-.022, .062), (-.006, .076), (.014, .070)], '#8a4f36', 2.8, .75)
    src = mix(src, np.clip(rgb(skin) * 1.13, 0, 1) + 0 * src, face * np.exp(-(((X + .003) / .010) ** 2 + ((Y - .01) / .06) ** 2)) * .6)
    src = mix(src, rgb(skin) * .62 + 0 * src, face * np.exp(-(((X - .019) / .012) ** 2 + ((Y - .035) / .05) ** 2)) * .5)
    put(shape([(-.030, .112), (-.008, .103), (0, .107), (.009, .103), (.031, .112), (.010, .127), (-.010, .127)]), '#a03a34', .3)
    line([(-.031, .113), (-.006, .1145), (.006, .1135), (.032, .113)], '#5d1f1c', 2.)
    front = [(-.004, -.175), (-.06, -.165), (-.110, -.10), (-.116, -.005), (-.125, -.04), (-.13, -.12), (-.085, -.19), (0, -.22), (.085, -.19), (.13, -.12), (.125, -.04), (.116, -.005), (.108, -.095), (.06, -.150)]
    put(shape(front), hair, .4)
    fine = nd.gaussian_filter(face, 5)
    c = Canvas(h, w, rgb('#7a5a42'), seed, .3)
    direction = np.where(fine > .1, np.arctan2(Y, X) + math.pi / 2, 1.1 + .8 * (fbm(h, w, 150, rng, 2) - .5))
    c.cover(src, [36, 20, 11, 7], direction, None, loose=.022, follow=.7)
    c.cover(src, [6, 4, 3], direction, (fine > .05) * 1., loose=.014, follow=.85, tint=.015, aspect=2.3, wander=.1)
    from painting import finish
    signature(c, rng, w * .80, h * .95, w * .02, rgb('#2a1a12'))
    return finish(c, rng, .35)
