"""The collection: every work's name, motif (see motifs.py), and how it is made."""
from painting import landscape, marine, still_life
from modern import abstract, graphic, icon
from objects import ceramic, sculpture

WORKS = {}


def work(name, motif, make, *args, **kw):
    if name in WORKS:
        raise ValueError(f'two works named {name}')
    WORKS[name] = (motif, lambda: make(*args, **kw))


work('river-dawn', 'river-dawn', landscape, 760, 1040, 11, 'dawn', 'river', .46, (.66, .36), .35, [(.16, .14, 'fir'), (.21, .19, 'fir'), (.8, .17, 'poplar')], (.53, .06), [(-.05, .34, .02, .24, .25), (.70, 1.05, .02, .15, .4)])
work('field-noon', 'field-noon', landscape, 780, 1040, 23, 'noon', 'field', .54, None, .25, [(.07, .74, 'round')], (.40, .06), [(.55, 1.1, .02, .13, .45), (.74, 1.12, .10, .30, .12), (-.1, .22, .03, .10, .35)])
work('birches', 'birches', landscape, 1040, 800, 31, 'autumn', 'birch', .56, None, .2, [(.24, .80, 'birch'), (.70, .68, 'birch'), (.80, .9, 'birch'), (.16, .66, 'birch')], None, [(-.1, 1.1, .01, .10, .5), (-.1, .3, .06, .2, .15), (.62, 1.1, .05, .18, .15)])
work('winter', 'winter', landscape, 760, 1000, 42, 'winter', 'winter', .5, (.3, .34), .3, [(.14, .55, 'bare'), (.82, .4, 'fir'), (.9, .5, 'fir'), (.72, .2, 'fir')], (.5, .06), [(.6, 1.1, .02, .09, .5)])
work('sea-moon', 'sea-night', marine, 740, 1060, 53)
work('sea-sunset', 'sea-sunset', marine, 720, 1040, 57, 'sunset', .58, (.36, .44), .5, (.68, .30))
work('river-dusk', 'river-dusk', landscape, 700, 1060, 61, 'dusk', 'river', .50, None, .45, [(.88, .16, 'fir'), (.93, .21, 'fir')], (.26, .06), [(.42, .74, .02, .12, .45), (.76, 1.08, .02, .24, .2)])
work('field-sunset', 'field-sunset', landscape, 860, 860, 66, 'sunset', 'field', .58, (.62, .47), .4, [(.90, .52, 'bare')], (.30, .06), [(-.1, .2, .02, .16, .3), (.36, .8, .015, .07, .5)])
work('still-jug', 'still-jug', still_life, 960, 800, 7, [('jug', .42, .70, .44, '#7a5a3c', '#2f4a3c'), ('apple', .63, .74, .13, '#8d2f22'), ('apple', .74, .77, .14, '#a8862f'), ('lemon', .30, .80, .11, '#d9ae2e'), ('peach', .52, .82, .12, '#d48a4e')])
work('still-wine', 'still-wine', still_life, 780, 960, 17, [('bottle', .36, .70, .56, '#2c3a26'), ('glass', .58, .72, .34, '#c9cdbf'), ('bowl', .76, .73, .17, '#c9b692'), ('apple', .72, .63, .12, '#9b3a24'), ('peach', .80, .635, .12, '#d69250'), ('lemon', .46, .80, .11, '#dcb431'), ('apple', .24, .79, .13, '#7f8a34')], ('#1d1a18', '#4a4236'), '#a58e6c', .64, .6)
work('still-vase', 'still-vase', still_life, 940, 780, 27, [('vase', .50, .72, .46, '#d8d5c8'), ('lemon', .30, .79, .12, '#dcb033'), ('apple', .70, .77, .13, '#93331f'), ('grape', .60, .815, .055, '#3d2a46'), ('grape', .645, .825, .055, '#4a3152'), ('grape', .62, .785, .05, '#43304c'), ('grape', .575, .835, .05, '#36243f')], ('#2b332f', '#6a7263'), '#b3a183', .66, .35)
work('planes', 'planes', abstract, 900, 740, 3, 'planes')
work('discs', 'discs', abstract, 840, 840, 5, 'discs', '#ddd2bd')
work('rhythm', 'rhythm', abstract, 700, 980, 8, 'rhythm', '#e9e2d2', ('#22303a', '#9c3a26', '#c79b45', '#6f7a6a', '#2b2724'))
work('colour-field', 'colour-field', abstract, 960, 760, 9, 'field', '#7a2b22', ('#4a1714', '#b4472a', '#d79a3c'))
work('icon-saint', 'icon-saint', icon, 940, 760, 14, 'saint')
work('icon-veil', 'icon-veil', icon, 940, 760, 15, 'veil', '#4f1d22', '#22343a')
work('etching-city', 'etching-city', graphic, 720, 980, 21, 'city')
work('litho-arcs', 'litho-arcs', graphic, 940, 720, 24, 'arcs')
work('litho-sails', 'litho-sails', graphic, 760, 920, 25, 'sails', '#ece4d0', '#25323f', '#b4552f')
work('vase-cobalt', 'vase-cobalt', ceramic, 960, 760, 31, 'meiping', '#e6e8e2', 'cobalt')
work('jar-drip', 'jar-drip', ceramic, 820, 820, 32, 'jar', '#2a4d46', 'drip', '#7a5031', ('#b8ac98', '#e4dccd'), .60, .2, .34)
work('vase-bands', 'vase-bands', ceramic, 940, 740, 33, 'baluster', '#d9c9a8', 'bands', '#3a2a20', ('#8c8378', '#cdc3b3'), .66, .35, .28)
work('head', 'head', sculpture, 960, 760, 41, 'head', 'marble', zoom=.9)
work('form', 'form', sculpture, 760, 960, 42, 'form', 'bronze', ('#a39b8e', '#d9d2c5'), 1.05)
work('bird', 'bird', sculpture, 960, 720, 43, 'bird', 'plaster', ('#2c2a27', '#6d675d'))
