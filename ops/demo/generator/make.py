"""Makes the demonstration collection and its manifest.

Usage: python make.py [name or prefix ...]     (needs numpy, scipy, Pillow; one process)

Writes ../art/NAME.webp (longest side at most SIDE px) and ../art/views/NAME-*.webp for the works named, or those of them
that are missing, and always ../art/manifest.json for every work that is there. Views are made from the work's file, so
works that are there get theirs without being painted again.
"""
import json
import sys
import time
import zlib
from pathlib import Path
import numpy as np
from PIL import Image
import views
from core import to_image
from motifs import MOTIFS, TECHNIQUE
from works import WORKS

ART = Path(__file__).resolve().parent.parent / 'art'
SIDE = 1040
VIEW_SIDE = {'frame': 960, 'detail': 720, 'signature': 720, 'back': 800}
# Beside one detail, what a work of a category may show; one to three of these.
MORE_VIEWS = {'10': ['frame', 'detail-2', 'signature', 'back'], '11': ['detail-2', 'signature', 'back'], '14': ['detail-2', 'back'],
              '15': ['frame', 'detail-2', 'back']}
ORDER = ['frame', 'detail-1', 'detail-2', 'signature', 'back']
TOP_LEVEL = {'10': 1866, '11': 1867, '12': 1868, '13': 1875, '14': 1880, '15': 1872, '0': 1865, '16': 1869, '17': 1870,
             '18': 1871, '19': 1873, '20': 1874, '21': 1876, '22': 1877}


def save(im, file, side, quality, size):
    """Writes the picture at most `side` px long, in about `size` bytes: very busy surfaces cost more than they show."""
    im.thumbnail((side, side), Image.LANCZOS)
    lowest = quality - 24
    while True:
        im.save(file, quality=quality, method=6)
        if file.stat().st_size <= size or quality <= lowest:
            return quality
        quality -= 8


def build(name):
    start = time.time()
    im, file = to_image(WORKS[name][1]()), ART / f'{name}.webp'
    quality = save(im, file, SIDE, 82, 130_000)
    print(f'{name} {im.width}x{im.height} q{quality} {file.stat().st_size // 1024} KB {time.time() - start:.1f} s', flush=True)


def code_of(name):
    return MOTIFS[WORKS[name][0]][0]


def views_of(name, size):
    """The further views of a work of this width and height, by file in the order they are shown. Canvases of one size share a back."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    more = MORE_VIEWS.get(code_of(name).split('.')[0])
    if more:
        shown = ['detail-1', *rng.choice(more, rng.integers(1, min(3, len(more)) + 1), replace=False)]
    else:
        shown = ['detail-1', 'detail-2'][:int(rng.integers(1, 3))]
    return {'back-{}x{}.webp'.format(*size) if view == 'back' else f'{name}-{view}.webp': view.split('-')[0] for view in ORDER if view in shown}


def build_views(name, again):
    with Image.open(ART / f'{name}.webp') as im:
        work = np.asarray(im.convert('RGB')).astype(float)
    height, width = work.shape[:2]
    for file, kind in views_of(name, (width, height)).items():
        target = ART / 'views' / file
        if target.exists() and not (again and kind != 'back'):
            continue
        rng = np.random.default_rng(zlib.crc32(file.encode()))
        drawn = views.back(width, height, rng) if kind == 'back' else getattr(views, kind)(work, rng)
        im = Image.fromarray((np.clip(drawn, 0, 255) + .5).astype('uint8'))
        save(im, target, VIEW_SIDE[kind], 72, 40_000)
        print(f'{file} {im.width}x{im.height} {target.stat().st_size // 1024} KB', flush=True)


def manifest():
    rows = []
    for name, (motif, _) in WORKS.items():
        file = ART / f'{name}.webp'
        if not file.exists():
            continue
        with Image.open(file) as im:
            w, h = im.size
        files = [f'art/views/{view}' for view in views_of(name, (w, h))]
        code, titles, about, *own = MOTIFS[motif]
        top = code.split('.')[0]
        technique = own[0] if own else TECHNIQUE.get(code) or TECHNIQUE[top]
        rows.append({'file': f'art/{name}.webp', 'category': TOP_LEVEL[top], 'classCode': code, 'motif': motif,
                     'orientation': 'square' if abs(w - h) < .06 * h else 'landscape' if w > h else 'portrait',
                     'width': w, 'height': h, 'views': files, 'technique': technique, 'titles': titles, 'about': about})
    (ART / 'manifest.json').write_text(json.dumps(rows, ensure_ascii=False, indent=1) + '\n')
    print(len(rows), 'works,', sum(f.stat().st_size for f in ART.rglob('*.webp')) // 1024, 'KB')


if __name__ == '__main__':
    (ART / 'views').mkdir(parents=True, exist_ok=True)
    asked = sys.argv[1:]
    for name in WORKS:
        again = any(name.startswith(a) for a in asked)
        if again if asked else not (ART / f'{name}.webp').exists():
            build(name)
        if again or not asked:
            build_views(name, again)
    manifest()
