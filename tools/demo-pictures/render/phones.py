from kit import *
W, H, D = .73, 1.54, .078
def cam_block(kind, back, fr, tint):
    """Camera island on the back, drawn facing +Z, origin = phone center, z = 0 the back surface."""
    L = lambda x, y, r, z: lens(r, .02, fr, tint=tint, loc=(x, y, z))
    fl = lambda x, y, z, r=.021: (cyl(r, .006, mat('#fff3d6', .2, coat=1, emit='#fff1cc', strength=.25), .002, (x, y, z)), tor(r*1.05, .003, metal(fr), (x, y, z+.002)))
    isl = lambda w, h, r, x, y, th=.03, m=None: slab(w, h, th, r, .002, .012, [m or frost(back, .22), m or frost(back, .16)], loc=(x, y, th/2-.004))
    if kind == 'bar':
        isl(W*.86, .205, .1, 0, H*.315, .034, gloss('#0b0c10', .06)); [L(x, H*.315, .066, .034) for x in (-.215, -.045, .125)]; fl(.25, H*.315, .032)
    elif kind == 'ring':
        lathe([(0, 0), (.262, 0), (.262, .018), (.25, .032), (.243, .034), (0, .034)], [metal(fr, .2), gloss('#0b0c10', .07)], 96, (0, H*.275, 0), fm=[0, 0, 0, 0, 1]); [L(.118*math.cos(a), H*.275+.118*math.sin(a), .078, .036) for a in (rad(45), rad(135), rad(225))]; fl(.085, H*.275-.085, .034, .024); tor(.247, .006, metal(mixhex(back, '#ffffff', .3), .15), (0, H*.275, .03))
    elif kind == 'column':
        isl(.225, .60, .11, -.2, H*.26, .032); [L(-.2, H*.26+y, .08, .03) for y in (.185, 0, -.185)]; fl(-.02, H*.26+.16, 0)
    elif kind == 'diag':
        isl(.40, .40, .13, -.125, H*.315, .034); L(-.205, H*.315+.08, .088, .032); L(-.045, H*.315-.08, .088, .032); fl(-.04, H*.315+.095, .03); cyl(.014, .004, gloss('#0a0a0c'), .001, (-.21, H*.315-.09, .03))
    elif kind == 'duo':
        [(cyl(.125, .022, [metal(fr, .2)][0], .01, (-.19, H*.32+y, .008)), L(-.19, H*.32+y, .098, .02)) for y in (.0, -.285)]; fl(.0, H*.32, 0)
    elif kind == 'trio':
        [(cyl(.088, .02, metal(fr, .2), .008, (x, H*.375, .006)), L(x, H*.375, .07, .016)) for x in (-.225, -.035, .155)]; fl(.275, H*.375, 0, .018)
    elif kind == 'slot':
        isl(.53, .27, .12, 0, H*.335, .034, gloss('#0c0d12', .06)); L(-.135, H*.335, .096, .032); L(.10, H*.335, .096, .032); fl(-.018, H*.335+.075, .03, .016)
def phone(c, scr, cam='ring', fr=None, brand='', finish='frost', tint='#3c2f80', h=H):
    """One phone facing +Z. c = back color, fr = frame color."""
    fr = fr or mixhex(c, '#d9dce3', .35); F = metal(fr, .26)
    back = {'frost': frost(c, .3), 'gloss': gloss(c, .1, metal=.3), 'leather': mat(c, .6, bump=('voronoi', 90, .35), spec=.4), 'pearl': mat(c, .22, metal=.55, coat=.8, coat_rough=.06, grad=(1, -h/2, h/2, mixhex(c, '#ffffff', .28), c))}[finish]
    with group() as g:
        slab(W, h, D, .135, .012, .012, [F], seg=20)
        for y in (h*.40, -h*.40): slab(W+.0012, .008, D-.03, .002, .001, .001, mixm(fr), loc=(0, y, 0))
        for x in (-.235, .235): slab(.008, h+.0012, D-.03, .002, .001, .001, mixm(fr), loc=(x, 0, 0))
        slab(W-.014, h-.014, .012, .128, .001, .008, [BLACKGLASS()], seg=20, loc=(0, 0, D/2-.002))
        plate(W-.052, h-.052, .11, screen(scr), (0, 0, D/2+.0046), seg=20)
        slab(W-.014, h-.014, .012, .128, .008, .001, [back, back, back], seg=20, loc=(0, 0, -D/2+.002))
        slab(.02, .17, .034, .008, .006, .006, F, loc=(W/2+.002, .16, 0), rot=None); slab(.02, .30, .034, .008, .006, .006, F, loc=(W/2+.002, .46, 0))
        with group((0, 0, -D/2-.004), (0, 180, 0)):
            cam_block(cam, c, fr, tint)
            if brand: text(brand, .066, mat(ink(c) if lum(c) > .3 else mixhex(c, '#ffffff', .62), .3, metal=.5), (-.10, -h*.34, .0012), space=1.08)
    return g
def mixm(fr): return plastic(mixhex(fr, '#20222a', .3), .45)
def pair(c, scr, cam, fr=None, brand='', finish='frost', tint='#3c2f80', **k):
    """Hero composition: back and front, standing."""
    with group((-.345, .20, H/2), (90, 0, 180+22)): phone(c, scr, cam, fr, brand, finish, tint)
    with group((.315, -.20, H/2), (90, 0, 16)): phone(c, scr, cam, fr, brand, finish, tint)
    return dict(az=0, el=8, fill=.82)
def back(c, scr='phone:aurora:silk', cam='ring', fr=None, brand='', finish='frost', tint='#3c2f80', **k):
    """One phone from behind, turned so that its edge and keys show."""
    with group((0, 0, H/2), (90, 0, 180+34)): phone(c, scr, cam, fr, brand, finish, tint)
    return dict(az=0, el=12, fill=.84)
def lying(c, scr, cam='ring', fr=None, brand='', finish='frost', tint='#3c2f80', **k):
    """One phone lying on the table, screen up."""
    with group((0, 0, D), (0, 0, -38)): phone(c, scr, cam, fr, brand, finish, tint)
    return dict(az=0, el=44, fill=.84, fillx=.86)
def fold(c, scr='fold:sky:silk', cam='column', fr=None, brand='', scr2=None, **k):
    """Book-style foldable: open inner display in front, folded back behind."""
    fr = fr or mixhex(c, '#d9dce3', .35); F = metal(fr, .24); w, h = .70, 1.48
    def half(side, back):     # inner face +Z, hinge at x = 0
        with group((side*w/2, 0, 0)): slab(w, h, .046, .10, .010, .006, [F], seg=16); slab(w-.012, h-.012, .008, .095, .006, .001, [back]*3, seg=16, loc=(0, 0, -.021))
    with group((.13, -.16, h/2), (90, 0, 12)):
        with group((0, 0, 0), (0, 12, 0)): half(-1, frost(c))
        with group((0, 0, 0), (0, -12, 0)): half(1, frost(c))
        n = 24; R = rrect(2*w-.02, h-.02, .09, 16)
        v = []; uv = []; f = []; xs = [-(w-.018)+2*(w-.018)*i/n for i in range(n+1)]
        def pt(x, y): a = rad(12); q = math.sqrt(x*x+.0002); return (math.copysign(abs(x), x)*math.cos(a), y, q*math.sin(a)+.0262)
        def hy(x):
            e = (w-.018)-abs(x); r = .085; return (h/2-.018) - (r-math.sqrt(max(0, r*r-(r-e)**2)) if e < r else 0)
        xs = sorted(set([round(s*((w-.018)-.085*(1-math.cos(rad(a)))), 5) for s in (-1, 1) for a in range(0, 91, 9)]+[round(-.6+.05*i, 5) for i in range(25)])); W2 = 2*(w-.018)
        for x in xs:
            for s in (-1, 1): y = s*hy(x); v.append(pt(x, y)); uv.append((x/W2+.5, y/(h-.036)+.5))
        for i in range(len(xs)-1): f.append((2*i, 2*i+2, 2*i+3, 2*i+1))
        mesh('scr', v, f, [screen(scr)], None, 60, uv)
    with group((-.52, .42, h/2), (90, 0, 180+20)):
        slab(w, h, .105, .10, .014, .014, [F], seg=16); slab(w-.012, h-.012, .012, .095, .008, .001, [frost(c, .3)]*3, seg=16, loc=(0, 0, -.05)); slab(.03, h-.06, .07, .012, .01, .01, metal(mixhex(fr, '#ffffff', .2), .2), loc=(w/2, 0, 0))
        with group((0, 0, -.056), (0, 180, 0)): cam_block(cam, c, fr, '#3c2f80'); brand and text(brand, .06, mat(mixhex(c, '#ffffff', .55), .25, metal=.8), (0, -h*.30, .0012), space=1.06)
    return dict(az=0, el=8, fill=.80, fillx=.86)
def flip(c, scr='phone:rose:silk', fr=None, brand='', cover='watch:rose:silk', **k):
    """Clamshell: one half-open on the table, one closed showing its cover display."""
    fr = fr or mixhex(c, '#d9dce3', .4); F = metal(fr, .22); w, h = .73, .80
    def half(bk): slab(w, h, .07, .12, .012, .008, [F], seg=18); slab(w-.012, h-.012, .012, .115, .008, .001, [bk]*3, seg=18, loc=(0, 0, -.031)); slab(w-.03, h-.03, .006, .10, .001, .003, BLACKGLASS(), seg=18, loc=(0, 0, .034))
    with group((.40, -.10, .0), (0, 0, 20)):        # half-open, screen toward us
        def hs(m, u0, u1):
            R = rrect(w-.06, h-.03, .08, 14); o = loft('p', [[(x, y, -.001) for x, y in R], [(x, y, 0) for x, y in R]], [m], None, 0, 0, 10); l = o.data.uv_layers[0]
            for lp in o.data.loops: y = o.data.vertices[lp.vertex_index].co.y; x = o.data.vertices[lp.vertex_index].co.x; l.data[lp.index].uv = (x/(w-.06)+.5, u0+(u1-u0)*(y/(h-.03)+.5))
            o.location = (0, 0, .0376)
        with group((0, -h/2, .04)): half(frost(c)); hs(screen(scr), 0, .5)
        with group((0, .0, .04), (78, 0, 0)):
            with group((0, h/2+.02, .02)): half(frost(c)); hs(screen(scr), .5, 1)
        cyl(.05, w-.10, metal(mixhex(fr, '#ffffff', .15), .2), .01, (0, .015, .045), (0, 90, 0))
    with group((-.42, .05, h/2), (90, 0, -22)):
        for z in (-.038, .038): slab(w, h, .07, .12, .012, .012, [F], seg=18, loc=(0, 0, z))
        slab(w-.012, h-.012, .012, .115, .001, .008, [frost(c, .3)]*3, seg=18, loc=(0, 0, .07)); slab(w-.03, .03, .13, .01, .012, .012, metal(mixhex(fr, '#ffffff', .2), .2), loc=(0, -h/2, 0))
        slab(w-.07, h*.46, .006, .08, .001, .002, BLACKGLASS(), seg=16, loc=(0, h*.22, .0775)); plate(.34, .34, .06, screen(cover), (.12, h*.22, .081)); [lens(.07, .018, fr, loc=(-.22, h*.22+y, .082)) for y in (.088, -.088)]
        brand and text(brand, .06, mat(mixhex(c, '#ffffff', .6), .25, metal=.8), (0, -h*.28, .0765), space=1.06)
    return dict(az=0, el=16, fill=.74, fillx=.86)
def rugged(c='#2e3238', c2='#ff8a1f', scr='phone:ember:dunes', brand='', **k):
    R = rubber(c, .58); A = plastic(c2, .4); w, h = .80, 1.62
    def one():
        with group():
            slab(w, h, .15, .12, .05, .05, R, seg=10, p=2); 
            for sx in (-1, 1):
                for sy in (-1, 1): slab(.17, .20, .175, .06, .05, .05, rubber(mixhex(c, '#000000', .35), .6), loc=(sx*(w/2-.075), sy*(h/2-.09), 0), seg=8)
                slab(.03, .44, .10, .012, .01, .01, A, loc=(sx*(w/2+.0), -.25, 0)); [cube(.034, .012, .08, rubber('#15161a'), (sx*(w/2+.002), -.25+y, 0)) for y in (-.12, -.04, .04, .12)]
            slab(w-.10, h-.12, .012, .07, .001, .006, BLACKGLASS(), loc=(0, 0, .073), seg=14); plate(w-.135, h-.155, .055, screen(scr), (0, 0, .0796))
            with group((0, 0, -.075), (0, 180, 0)):
                slab(w-.16, h-.5, .014, .05, .002, .008, plastic(mixhex(c, '#7a808b', .2), .5), loc=(0, -.17, .004)); [cube(w-.24, .012, .008, rubber('#15161a'), (0, -.42-.05*i, .011)) for i in range(5)]
                slab(.50, .34, .05, .10, .006, .016, metal('#4a4e57', .3), loc=(0, .56, .012)); [lens(.085, .018, '#2a2c32', loc=(x, .56, .038)) for x in (-.12, .10)]; cyl(.03, .008, mat('#fff3d6', emit='#fff1cc', strength=.4), .002, (.21, .64, .036)); [cyl(.022, .02, metal('#9aa0ab', .3), .004, (sx*.30, sy, .01)) for sx in (-1, 1) for sy in (.30, -.62)]
                brand and text(brand, .075, A, (0, .0, .0115), space=1.08)
    with group((-.38, .22, h/2), (90, 0, 180+22)): one()
    with group((.36, -.20, h/2), (90, 0, 16)): one()
    return dict(az=0, el=8, fill=.82)
def feature(c='#e8503a', c2='#f4f5f7', brand='', scr='mini:sky:dunes', face='front', **k):
    """Small keypad phone. face = 'front' or 'back'."""
    P = gloss(c, .2); w, h = .62, 1.40
    with group((0, 0, h/2), (88, 0, -26) if face == 'front' else (92, 0, 180-30)):
        if face == 'back':     # battery cover with camera, torch, loudspeaker and the emergency key
            with group((0, 0, -.085), (0, 180, 0)):
                slab(w-.06, .98, .012, .13, .002, .008, plastic(c, .42), loc=(0, -.17, .002), seg=14); slab(.15, .022, .006, .01, .001, .003, plastic(mixhex(c, '#000000', .35), .5), loc=(0, -.585, .009))
                slab(.34, .15, .03, .07, .002, .010, gloss('#15161a', .12), loc=(0, .50, .010)); lens(.05, .014, '#2a2c32', loc=(-.08, .50, .026)); cyl(.026, .008, mat('#fff3d6', emit='#fff1cc', strength=.6), .002, (.085, .50, .026))
                [cyl(.011, .004, rubber('#101114'), .001, (-.10+.05*i, -.44+.05*j, .009)) for i in range(5) for j in range(2)]
                cyl(.085, .022, metal('#c9ccd3', .25), .008, (0, .20, .012)); cyl(.068, .028, plastic(c2, .35), .008, (0, .20, .016)); text('SOS', .05, mat('#3a3d46', .4), (0, .20, .0312), ext=.001, space=1.04)
                brand and text(brand, .085, mat(mixhex(c, '#ffffff', .7), .35), (0, -.16, .0095), space=1.08, ext=.002)
        slab(w, h, .17, .17, .06, .06, P, seg=18); slab(w-.07, .60, .01, .07, .001, .004, BLACKGLASS(), loc=(0, .33, .0835), seg=14); plate(w-.14, .48, .02, screen(scr), (0, .335, .0889)); brand and text(brand, .042, mat('#aeb4bf', .3), (0, .06, .0895), space=1.06)
        K = plastic(c2, .36); lab = mat(mixhex(c2, '#20222a', .8), .5); slab(.24, .15, .03, .06, .004, .012, K, loc=(0, -.045, .085)); slab(.10, .07, .02, .03, .002, .008, metal('#c9ccd3', .2), loc=(0, -.045, .098))
        for s, cl in ((-1, '#2fae5b'), (1, '#e2443a')): slab(.13, .10, .03, .045, .004, .012, K, loc=(s*.205, -.045, .084)); slab(.06, .018, .004, .008, .001, .001, mat(cl, .4), loc=(s*.205, -.045, .1))
        ks = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']
        for i, t in enumerate(ks): x, y = (i % 3-1)*.172, -.19-.115*(i//3); slab(.155, .095, .03, .04, .004, .012, K, loc=(x, y, .084)); text(t, .062, lab, (x, y, .1), ext=.0002)
    return dict(az=0, el=10, fill=.82)
