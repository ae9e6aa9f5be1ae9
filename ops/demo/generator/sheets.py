"""Works on paper: engravings, drawings, watercolours and linocuts after a tonal source; woodblocks, botanical sheets, silhouettes."""
import math
import numpy as np
from PIL import Image
from scipy import ndimage as nd
from core import *
from modern import bar, disc, hatch, layer, pencil, poly, sheet


def seen(make, h, w):
    """A painted or modelled motif, made small and brought to this size without its varnish, as a source of tones."""
    a = Image.fromarray((make() * 255).astype('uint8')).resize((w, h), Image.LANCZOS)
    return np.asarray(a, float) / 255


def stretch(t, lo=2, hi=98):
    a, b = np.percentile(t, lo), np.percentile(t, hi)
    return np.clip((t - a) / (b - a), 0, 1)


def margins(h, w, top=.09, side=.09, foot=.15):
    return int(h * top), int(w * side), h - int(h * top) - int(h * foot), w - 2 * int(w * side)


def captioned(img, rng, mx, mt, ph, pw, w):
    img = pencil(img, rng, mx + pw * .80, mt + ph + (img.shape[0] - mt - ph) * .34, w * .015, 8)
    return pencil(img, rng, mx + pw * .03, mt + ph + (img.shape[0] - mt - ph) * .34, w * .010, 3)


def engraving(h, w, seed, make, paper='#efe6d2', ink='#231d1a', deep=1., angle=12):
    rng = np.random.default_rng(seed)
    img = sheet(h, w, rng, paper)
    mt, mx, ph, pw = margins(h, w)
    tone = seen(make, ph, pw).mean(-1)
    tone = nd.gaussian_filter(nd.median_filter(tone, 5), .8)
    tone = stretch(tone, 1, 97) * .92 + .02
    plate = np.zeros((ph, pw))
    for deg, sp, lv, wt in ((angle, 4.4, .93, 1.), (angle - 50, 4.0, .70, 1.1), (angle + 52, 3.8, .48, 1.15), (angle - 96, 3.5, .30, 1.3)):
        plate = np.maximum(plate, hatch(tone, deg, sp, lv * deep, rng, 2.2, wt))
    g = np.hypot(nd.sobel(tone, 0), nd.sobel(tone, 1))
    plate = np.clip(np.maximum(plate, smooth(.40, 1.2, g) * .75 * (.7 + .5 * noise(ph, pw, 9, rng))), 0, 1)
    bed = img[mt:mt + ph, mx:mx + pw]
    bed *= (.955 + .05 * (fbm(ph, pw, 90, rng, 4) - .5))[..., None]
    img[mt:mt + ph, mx:mx + pw] = mix(bed, rgb(ink) + 0 * bed, plate * .96)
    out = int(min(h, w) * .022)                                                      # plate mark: a pressed edge
    y, x, _, _ = grid(h, w)
    d = np.maximum(np.maximum(mt - out - y, y - mt - ph - out), np.maximum(mx - out - x, x - mx - pw - out))
    img = img * (1 - .10 * np.exp(-((d - 1.2) / 1.6) ** 2) + .05 * np.exp(-((d + 2.) / 1.8) ** 2))[..., None]
    return grain(np.clip(captioned(img, rng, mx, mt + out, ph, pw, w), 0, 1), rng, .006)


def drawing(h, w, seed, make, stick='#2b2826', paper='#d9cdb4', chalk=None, slope=-52, ragged=True):
    """Chalk or charcoal on toothed paper: strokes in one direction where it is dark, contours pressed harder, lights in white."""
    rng = np.random.default_rng(seed)
    img = sheet(h, w, rng, paper)
    tone = stretch(nd.gaussian_filter(nd.median_filter(seen(make, h, w).mean(-1), 7), 1.2), 3, 97)
    y, x, v, u = grid(h, w)
    tooth = .55 * noise(h, w, 1.7, rng) + .45 * noise(h, w, 3.4, rng)
    n = int(math.hypot(h, w)) + 8
    stroke = nd.rotate(fbm(n, n, (3.2, 70), rng, 3), slope, reshape=False, order=1, mode='reflect')[(n - h) // 2:(n - h) // 2 + h, (n - w) // 2:(n - w) // 2 + w]
    fade = np.ones((h, w))
    if ragged:                                                                       # the drawing dies out towards the edges
        e = np.minimum(np.minimum(u, 1 - u) * w, np.minimum(v, 1 - v) * h) / min(h, w)
        fade = smooth(.02, .15, e + .10 * (fbm(h, w, 120, rng, 4) - .5))
    dark = np.clip(.95 - tone, 0, 1) ** 1.15 * fade
    bite = .62 * stroke + .38 * tooth
    bite = np.argsort(np.argsort(bite.ravel())).reshape(h, w) / bite.size                # evenly spread: density follows the tone
    mark = smooth(-.16, .16, dark * 1.02 - .06 - bite)
    g = np.hypot(nd.sobel(tone, 0), nd.sobel(tone, 1))
    line = smooth(.16, .60, g) * fade * smooth(.25, .6, tooth + .25)
    img = mix(img, rgb(stick) + 0 * img, np.clip(mark * .78 + line * .55, 0, .9))
    if chalk:
        img = mix(img, rgb(chalk) + 0 * img, smooth(.74, .96, tone) * fade * smooth(.30, .62, tooth + (stroke - .5)) * .8)
    return grain(np.clip(pencil(img, rng, w * .80, h * .945, w * .015, 7, stick), 0, 1), rng, .007)


def watercolour(h, w, seed, make, paper='#f4eee0', wet=1., vivid=1.25):
    """Transparent washes: flat pools with dark rims, granulation in the paper's grain, whites left bare, a loose outer edge."""
    rng = np.random.default_rng(seed)
    base = sheet(h, w, rng, paper)
    src = seen(make, h, w)
    src = np.stack([nd.median_filter(src[..., k], 9) for k in range(3)], -1)
    src = warp(src, 5 * wet, 26, rng)
    lum = nd.gaussian_filter(stretch(src.mean(-1), 1, 97), 2.5)
    levels = 6
    k = lum * levels + .55 * (fbm(h, w, 46, rng, 4) - .5)
    pool = np.floor(k)
    flat = np.clip((pool + .5 + .35 * (k - pool - .5)) / levels, 0, 1)
    rim = np.exp(-((k - pool) / .07) ** 2) * smooth(.9, .4, lum)                       # pigment gathers where a wash has dried
    grey = src.mean(-1, keepdims=True)
    hue = np.clip(grey + (src - grey) * vivid, .01, 1) / np.maximum(grey, .03)
    col = np.clip(hue * (.30 + .74 * flat ** .85)[..., None], 0, 1)
    tooth = noise(h, w, 2.2, rng) * .6 + noise(h, w, 5, rng) * .4
    dens = 1 + .16 * (tooth - .5) + .22 * (fbm(h, w, 75, rng, 5) - .5) + .22 * rim
    wash = 1 - (1 - col) * dens[..., None]
    wash = mix(wash, np.ones_like(wash), smooth(.80, .97, lum) * .85)
    y, x, v, u = grid(h, w)
    e = np.minimum(np.minimum(u, 1 - u) * w, np.minimum(v, 1 - v) * h) / min(h, w)
    wob = e + .030 * (fbm(h, w, 60, rng, 4) - .5) + .012 * (fbm(h, w, 9, rng, 3) - .5)
    m = smooth(.056, .062, wob)
    edge = np.exp(-((wob - .066) / .005) ** 2) * .22
    img = base * mix(np.ones_like(wash), np.clip(wash * (1 - edge[..., None]), 0, 1), m)
    return grain(np.clip(pencil(img, rng, w * .78, h * .925, w * .013, 7, '#3b3a38'), 0, 1), rng, .006)


def linocut(h, w, seed, make, ink='#1d1c1b', paper='#efe8d8', tint=None, level=.5):
    """Two tones and the gouge: dark masses, lights opened by parallel cuts that follow the form."""
    rng = np.random.default_rng(seed)
    img = sheet(h, w, rng, paper)
    mt, mx, ph, pw = margins(h, w, .08, .08, .13)
    tone = stretch(nd.gaussian_filter(seen(make, ph, pw).mean(-1), 3.2))
    gy, gx = nd.sobel(nd.gaussian_filter(tone, 9), 0), nd.sobel(nd.gaussian_filter(tone, 9), 1)
    y, x, _, _ = grid(ph, pw)
    bend = nd.gaussian_filter(np.arctan2(gy, gx + 1e-6), 12)
    ph_ = (y + 9 * np.sin(x / 46 + 2 * fbm(ph, pw, 120, rng, 2)) + 6 * bend) / 7.5
    cut = np.abs(ph_ - np.floor(ph_) - .5) * 2
    black = smooth(.03, -.03, tone - level + .42 * (cut - .5) * smooth(.38, .1, np.abs(tone - level)) + .05 * (fbm(ph, pw, 14, rng, 3) - .5))
    black *= smooth(.10, .20, noise(ph, pw, 1.6, rng) + .1)                              # ink that did not take
    bed = img[mt:mt + ph, mx:mx + pw]
    if tint:
        bed[:] = bed * mix(np.ones(3), rgb(tint), (smooth(level + .36, level + .30, tone) * .9)[..., None])
    img[mt:mt + ph, mx:mx + pw] = mix(bed, rgb(ink) + 0 * bed, black * .95)
    return grain(np.clip(captioned(img, rng, mx, mt, ph, pw, w), 0, 1), rng, .006)


def woodblock(h, w, seed, inks, kind='peak', sun=(.7, .2, .07)):
    """Flat colour from many blocks: graded sky, layered hills, a key-block line; printed with the wood's grain."""
    rng = np.random.default_rng(seed)
    img = sheet(h, w, rng, '#efe5cf')
    mt, mx, ph, pw = margins(h, w, .05, .06, .08)
    y, x, v, u = grid(ph, pw)
    wood = 1 + .05 * (fbm(ph, pw, (5, 160), rng, 4) - .5)
    C = [rgb(k) for k in inks]                                                            # sky top, sky low, sun, then hills from far to near, line
    sub = mix(C[0] + 0 * x[..., None], C[1], smooth(.0, .38, v)) * wood[..., None]
    sub = mix(sub, np.ones(3) * C[1], smooth(.30, .5, v) * .6)
    sub = mix(sub, C[2] + 0 * sub, smooth(1.2, -1.2, np.hypot(x - sun[0] * pw, y - sun[1] * ph) - sun[2] * pw))
    line_ink = C[-1]
    hills = C[3:-1]

    def key(edge, wd=1.6, a=.85):
        nonlocal sub
        sub = mix(sub, line_ink + 0 * sub, smooth(wd + .8, wd - .6, np.abs(y - edge[None])) * a * (.75 + .4 * noise(ph, pw, 20, rng)))
    X = np.arange(pw) / pw
    if kind == 'peak':
        px = .40
        top = .18 + np.abs(X - px) ** .86 * 1.05 + .020 * (fbm1(pw, 40, rng) - .5)
        e = np.clip(top, 0, .74) * ph
        m = smooth(-1, 1, y - e[None])
        sub = mix(sub, mix(hills[0], C[1], smooth(.30, .66, v)) * wood[..., None], m)
        zig = (.30 + .045 * np.abs(((X * 13 + .8 * fbm1(pw, 60, rng)) % 1) - .5) * 2 + .03 * fbm1(pw, 30, rng)) * ph
        sub = mix(sub, rgb('#f6f1e4') + 0 * sub, m * smooth(1, -1, y - zig[None]))
        key(e)
        levels, first = [.66, .76, .87], 1
    elif kind == 'bay':
        levels, first = [.34, .42, .80, .90], 0
    else:
        levels, first = [.40, .52, .64, .77, .89], 0
    for i, lv in enumerate(levels):
        c = hills[min(first + i, len(hills) - 1)]
        if kind == 'bay' and i == 2:                                                       # the sea between far hills and near shore
            sea = smooth(-1, 1, y - .455 * ph)
            sub = mix(sub, mix(C[1], hills[2], smooth(.45, .8, v)) * wood[..., None], sea)
            for k in range(26):
                yy, cx, ln = rng.uniform(.48, .86), rng.uniform(0, 1), rng.uniform(.04, .16)
                sub = mix(sub, hills[3] + 0 * sub, bar(ph, pw, cx * pw, yy * ph, ln * pw, 2.2, 0) * .55)
            for cx, cy, s in ((.30, .60, .075), (.44, .555, .05), (.66, .66, .10)):
                sub = mix(sub, rgb('#f4eddb') + 0 * sub, poly(ph, pw, [(cx, cy), (cx + s * .1, cy - s * 1.5), (cx + s * .9, cy - s * .25)]))
                sub = mix(sub, line_ink + 0 * sub, poly(ph, pw, [(cx - s * .35, cy + .004), (cx + s, cy + .004), (cx + s * .75, cy + s * .26), (cx - s * .1, cy + s * .26)]) * .9)
        e = (lv - (.10 + .05 * (i % 2)) * (fbm1(pw, pw / (2.2 + i * .7), rng, 4) - .4) * 1.6) * ph
        m = smooth(-1, 1, y - e[None])
        fog = smooth(0, .20, v - e[None] / ph)
        sub = mix(sub, mix(c + 0 * sub, mix(c, C[1], .65), fog if i < len(levels) - 1 else fog * .15) * wood[..., None], m)
        key(e)
        if kind != 'bay' or i > 2:                                                         # pines on the ridge
            for _ in range(4 + 3 * i):
                px, s = rng.uniform(.02, .98), (.020 + .014 * i) * rng.uniform(.7, 1.3)
                by = e[int(px * pw)] / ph + .004
                for q in range(4):
                    sub = mix(sub, mix(c, line_ink, .65) + 0 * sub, poly(ph, pw, [(px - s * (.34 + .13 * q), by - s * (.3 + .5 * (3 - q))), (px, by - s * (1.0 + .5 * (3 - q))), (px + s * (.34 + .13 * q), by - s * (.3 + .5 * (3 - q)))]) * .92)
    if kind == 'rain':
        for _ in range(150):
            cx, cy, ln = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(.10, .30)
            sub = mix(sub, rgb('#e9e4d8') + 0 * sub, bar(ph, pw, cx * pw, cy * ph, ln * ph, 1.1, 76) * .5)
    b = smooth(3.2, 1.6, np.minimum(np.minimum(x, pw - 1 - x), np.minimum(y, ph - 1 - y)))
    sub = mix(sub, line_ink + 0 * sub, b * .8)
    sub = sub * (1 + .04 * (noise(ph, pw, 2, rng) - .5))[..., None]
    img[mt:mt + ph, mx:mx + pw] *= np.clip(sub, 0, 1) / 1.
    sx, sy, ss = int(w * .90 - w * .035), int(mt + ph * .90), w * .035                        # a seal that spells nothing
    seal = bar(h, w, sx, sy, ss, ss * 1.25, 0) * smooth(.18, .34, noise(h, w, 3.2, rng) + .12)
    for k in range(5):
        seal *= 1 - bar(h, w, sx + rng.uniform(-.2, .2) * ss, sy + (k - 2) * ss * .22, ss * rng.uniform(.3, .7), ss * .07, rng.choice([0, 90])) * .9
    return grain(np.clip(mix(img, rgb('#b3342a') + 0 * img, seal * .88), 0, 1), rng, .006)


def botanical(h, w, seed, kind='poppy', flower='#b8402f', leaf='#5c7444'):
    """A plant on a bare sheet, as in a herbal: pencil stem, veined leaves, petals in wet washes."""
    rng = np.random.default_rng(seed)
    img = sheet(h, w, rng, '#f3ecd9')
    tooth = noise(h, w, 2.2, rng)
    y, x, _, _ = grid(h, w)

    def wash(mask, col, pale=.25):
        rows, cols = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        if not len(rows):
            return
        cut = (slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1))
        mask = mask[cut]
        rim = np.clip(mask - nd.gaussian_filter(mask, 5), 0, 1) * 1.5
        d = (1 - pale) + .35 * (fbm(*mask.shape, 38, rng, 4) - .5) + .10 * (tooth[cut] - .5) + rim * .5
        img[cut] *= 1 - (1 - rgb(col)) * np.clip(d, 0, 1.25)[..., None] * mask[..., None]

    def line(pts, col, wd, a=.7):
        nonlocal img
        m = layer(h, w, lambda d, k: d.line([(p[0] * k, p[1] * k) for p in pts], fill=255, width=max(1, int(wd * k)), joint='curve'), 3)
        img = mix(img, rgb(col) + 0 * img, m * a)

    def blade(x0, y0, ang, ln, wd, col, curl=0., teeth=0, pale=.22):
        """A leaf or petal: its outline round a bent midrib."""
        t = np.linspace(0, 1, 34)
        a = ang + curl * t
        cx, cy = x0 + np.cumsum(np.cos(a)) * ln / 34, y0 + np.cumsum(np.sin(a)) * ln / 34
        half = wd * np.sin(np.pi * t ** .8) * (1 + .13 * teeth * np.abs(np.sin(t * 26)))
        nx_, ny_ = -np.sin(a), np.cos(a)
        pts = list(zip(cx + nx_ * half, cy + ny_ * half)) + list(zip(cx - nx_ * half, cy - ny_ * half))[::-1]
        m = layer(h, w, lambda d, k: d.polygon([(p[0] * k, p[1] * k) for p in pts], fill=255))
        wash(m, col, pale)
        return list(zip(cx, cy)), half, a

    def leafy(x0, y0, ang, ln, wd, curl):
        c = np.clip(rgb(leaf) * (1 + rng.normal(0, .10)) + rng.normal(0, .02, 3), 0, 1)
        hexa = '#' + ''.join(f'{int(v * 255):02x}' for v in c)
        rib, half, a = blade(x0, y0, ang, ln, wd, hexa, curl, teeth=1 if kind in ('rose', 'poppy') else 0)
        line(rib, '#3d4a2c', 1.3, .6)
        for i in range(5, 29, 4):
            for sg in (-1, 1):
                q = (rib[i][0] + math.cos(a[i] + sg * .75) * half[i] * 1.05, rib[i][1] + math.sin(a[i] + sg * .75) * half[i] * 1.05)
                line([rib[i], q], '#3d4a2c', .8, .4)

    def bloom(cx, cy, r, view):
        if kind == 'iris':
            for ang, ln, wd in ((-1.57, 1.15, .30), (-2.2, 1.0, .26), (-.94, 1.0, .26), (1.57, 1.05, .36), (2.5, 1.0, .32), (.64, 1.0, .32)):
                blade(cx, cy, ang, r * ln, r * wd, flower, rng.normal(0, .4), 0, .30 if ang < 0 else .1)
            blade(cx, cy, 1.57, r * .5, r * .10, '#d8a63a', 0, 0, .05)
            return
        n = {'poppy': 5, 'daisy': 17, 'rose': 6}[kind]
        for ring in range({'poppy': 2, 'daisy': 1, 'rose': 4}[kind]):
            rr = r * (1 - .24 * ring)
            for i in range(n):
                ang = 2 * math.pi * i / n + ring * .5 + rng.normal(0, .09)
                sq = view if kind != 'rose' else .85
                ln = rr * math.hypot(math.cos(ang), math.sin(ang) * sq)
                blade(cx, cy, math.atan2(math.sin(ang) * sq, math.cos(ang)), ln, rr * {'poppy': .46, 'daisy': .10, 'rose': .40}[kind], flower, rng.normal(0, .2), 0, .42 - .10 * ring if kind != 'daisy' else .35)
        m = disc(h, w, cx, cy, r * {'poppy': .17, 'daisy': .26, 'rose': .10}[kind])
        wash(m, {'poppy': '#2c2a22', 'daisy': '#d39a2a', 'rose': '#c9a03a'}[kind], .05)
        dots = []
        for _ in range({'poppy': 60, 'daisy': 70, 'rose': 20}[kind]):
            a, q = rng.uniform(0, 6.3), rng.uniform(.15, .34) * r
            dots.append((cx + math.cos(a) * q * (.8 if kind != 'poppy' else 1), cy + math.sin(a) * q * .8))
        m = layer(h, w, lambda d, k: [d.ellipse([(a - 1.7) * k, (b - 1.7) * k, (a + 1.7) * k, (b + 1.7) * k], fill=255) for a, b in dots])
        img[:] = mix(img, rgb('#2b241c' if kind == 'poppy' else '#8a5a1c') + 0 * img, m * .7)

    def stem(x0, y0, x1, y1, bend, head):
        t = np.linspace(0, 1, 60)
        xs = x0 + (x1 - x0) * t + bend * np.sin(np.pi * t)
        ys = y0 + (y1 - y0) * t
        pts = list(zip(xs, ys))
        line(pts, '#64794a', 5.5 if kind != 'daisy' else 3.6, .8)
        line([(a + 1.6, b) for a, b in pts], '#33402a', 1.1, .6)
        for j in range(8, 46, {'poppy': 9, 'daisy': 11, 'rose': 7, 'iris': 60}[kind]):
            sg = 1 if (j // 7) % 2 else -1
            leafy(xs[j], ys[j], -math.pi / 2 + sg * rng.uniform(.7, 1.15), w * rng.uniform(.13, .20), w * (.030 if kind == 'daisy' else .045), -sg * .5)
        return xs[-1], ys[-1]
    foot = (w * .5, h * .90)
    if kind == 'iris':
        for a, l in ((-1.95, .60), (-1.35, .66), (-1.7, .50), (-1.15, .42)):
            leafy(foot[0], foot[1], a, h * l, w * .030, rng.normal(0, .25))
    heads = {'poppy': [(.36, .25, .155, .6), (.64, .34, .13, .8), (.56, .14, .07, 1.)], 'daisy': [(.32, .22, .13, .75), (.58, .16, .12, 1.), (.70, .36, .12, .6), (.44, .40, .10, .85)],
             'rose': [(.46, .24, .16, 1.), (.68, .40, .10, 1.)], 'iris': [(.44, .24, .17, 1.), (.64, .40, .13, 1.)]}[kind]
    for hu, hv, r, view in heads:
        stem(foot[0] + rng.normal(0, w * .012), foot[1], hu * w, hv * h, rng.normal(0, w * .05), r)
    for hu, hv, r, view in heads:
        bloom(hu * w, hv * h, r * w, view)
    img = pencil(img, rng, w * .40, h * .945, w * .014, 12)
    return grain(np.clip(img, 0, 1), rng, .006)


def silhouette(h, w, seed, who='lady', paper='#eadfc6'):
    """A black cut profile on an oval ground, in the manner of about 1800."""
    rng = np.random.default_rng(seed)
    from scipy.interpolate import splprep, splev
    img = sheet(h, w, rng, paper)
    y, x, v, u = grid(h, w)
    face = [(.44, .205), (.385, .235), (.362, .285), (.360, .325), (.350, .345), (.322, .392), (.318, .404), (.345, .412), (.348, .420), (.336, .436), (.345, .447), (.339, .462), (.354, .474), (.352, .492), (.372, .512), (.42, .508), (.452, .520), (.462, .560)]
    if who == 'lady':
        rest = [(.455, .62), (.40, .665), (.355, .74), (.35, .80), (.44, .845), (.56, .85), (.665, .82), (.69, .74), (.645, .655), (.59, .60), (.575, .54), (.60, .475), (.655, .43), (.70, .375), (.695, .31), (.655, .285), (.64, .24), (.59, .195), (.52, .178)]
    else:
        rest = [(.458, .60), (.44, .63), (.37, .69), (.33, .75), (.34, .81), (.45, .85), (.58, .852), (.68, .82), (.70, .74), (.65, .665), (.60, .62), (.59, .565), (.615, .52), (.655, .505), (.66, .46), (.628, .42), (.632, .32), (.59, .235), (.51, .19)]
    jig = np.random.default_rng(seed + 7)
    p = np.array(face + rest) + np.vstack([jig.normal(0, .0016, (len(face), 2)), jig.normal(0, .008, (len(rest), 2))])
    p = np.vstack([p, p[:1]])
    tck, _ = splprep([p[:, 0] * w, p[:, 1] * h], s=w * .06, per=True)
    xs, ys = splev(np.linspace(0, 1, 600), tck)
    m = layer(h, w, lambda d, k: d.polygon([(a * k, b * k) for a, b in zip(xs, ys)], fill=255))
    extra = []
    if who == 'lady':
        extra += [((.50 + .012 * math.sin(i), .185 - .004 * i, .035 - .003 * i)) for i in range(4)]                     # topknot
        extra += [(.60 + .012 * i, .56 + .028 * i, .018) for i in range(3)]                                                # curls on the neck
    for cx, cy, r in extra:
        m = np.maximum(m, disc(h, w, cx * w, cy * h, r * w))
    if who == 'lady':
        for a in np.linspace(.38, .66, 16):                                                                               # lace at the neck
            m = np.maximum(m, disc(h, w, a * w, (.655 + .05 * math.sin((a - .38) * 11)) * h, w * .013))
    q = np.hypot((u - .5) / .36, (v - .5) / .405)
    img = img * (1 - .07 * smooth(1.0, .99, q) + .0)[..., None]
    cut = smooth(1.0, .995, q)
    sh = nd.shift(nd.gaussian_filter(m, 3), (3, 3), order=1)
    img = img * (1 - .25 * sh * cut)[..., None]
    img = mix(img, rgb('#17140f') * (1 + .25 * (fbm(h, w, 60, rng, 4)[..., None] - .5)) + 0 * img, m * cut)
    for r, wd, col, a in ((1.02, .004, '#3a2c1a', .9), (1.055, .0105, '#8a6a34', .9), (1.085, .003, '#3a2c1a', .8)):
        img = mix(img, rgb(col) + 0 * img, np.exp(-((q - r) / wd) ** 2) * a)
    img = varnish(img, rng, '#c9a25e', .12, .20, .10)
    return grain(np.clip(img, 0, 1), rng, .007)
