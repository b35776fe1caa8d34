from kit import *
import phones
def bud(c, c2, tip):
    """One earbud, stem down, nozzle toward +X."""
    G = gloss(c, .14)
    with group() as g:
        blob([((0, 0, 0), (.118, .105, .112))] + chain((-.035, -.012, .02), (-.052, -.012, -.30), (.052, .052, .05), (.040, .040, .04), 16), G, .009, 10)
        with group((.075, .03, .0), (0, 78, 14)):
            lathe([(.055, 0), (.052, .05), (.044, .062), (0, .062)], gloss(c, .14), 40); lathe([(.05, .045), (.088, .04), (.092, .055), (.078, .10), (.055, .125), (.036, .128), (.032, .118), (0, .118)], mat(tip, .55), 48)
        lathe([(.0405, 0), (.0412, .004), (.0412, .028), (.0405, .032)], metal(c2, .18), 40, (-.0525, -.012, -.285))
        cyl(.040, .012, metal(c2, .2), .004, (-.012, -.101, .006), (90, 0, 0)); cyl(.031, .014, G, .004, (-.012, -.102, .006), (90, 0, 0))
    return g
def earbuds(c='#e2e3e7', c2='#c9ccd3', tip=None, brand='', led='#4ade80', closed=False, buds=True, **k):
    """Charging case with the two buds above it. closed: lid shut; buds=False: the case alone."""
    tip = tip or mixhex(c, '#ffffff', .4); w, h, d, cut = .74, .60, .34, .10; G = gloss(c, .14); inn = plastic(mixhex(c, '#20222a', .18), .35)
    with group((0, .12, h/2), (90, 0, -16)):
        b = slab(w, h, d, .27, .15, .15, [G], seg=24, es=14, p=2.2); cb = cube(3, 2, 3, inn, (0, cut+1, 0)); boolean(b, cb)
        with group((0, cut+.004, -d*.38), (0 if closed else -74, 0, 0)):
            l = slab(w, h, d, .27, .15, .15, [G], seg=24, es=14, p=2.2, loc=(0, -cut, d*.38)); cl = cube(3, 2, 3, inn, (0, -1, d*.38)); boolean(l, cl)
            plate(w-.10, d-.08, .12, inn, (0, -.0015, d*.38), (90, 0, 0))
        with group((0, cut+.0015, 0), (-90, 0, 0)):
            plate(w-.07, d-.05, .14, inn); 
            for x in (-.16, .16):
                lathe([(.0, .004), (.085, .004), (.098, .001)], mat('#0b0c0f', .35, coat=.4), 48, (x, 0, 0), sx=1.15); cyl(.012, .004, metal('#d9b25f', .2), .001, (x+.03, -.02, .005)); cyl(.012, .004, metal('#d9b25f', .2), .001, (x-.03, -.02, .005))
        cyl(.011, .004, mat(led, emit=led, strength=2.2), .001, (0, -.04, d/2-.0005)); 
        brand and text(brand, .062, mat(ink(c), .4), (0, -.15, d/2+.002), space=1.08, ext=.002)
    if closed: return dict(az=4, el=17, fill=.62, fillx=.74)
    if buds:
        with group((-.19, -.12, .93), (0, 10, 24)): bud(c, c2, tip)
        with group((.21, -.16, .88), (-4, -8, 150)): bud(c, c2, tip)
    return dict(az=4, el=15, fill=.80)
def budpair(c='#e2e3e7', c2='#c9ccd3', tip=None, **k):
    """The two buds alone, close up, standing on their stems."""
    tip = tip or mixhex(c, '#ffffff', .4)
    with group((-.24, .06, .36), (0, 8, 18)): bud(c, c2, tip)
    with group((.20, -.10, .36), (0, -8, 152)): bud(c, c2, tip)
    return dict(az=0, el=14, fill=.74)
def headphones(c='#26282e', c2='#b9bec8', cup=None, brand='', **k):
    B = plastic(c, .42, bump=('noise', 420, .06)); lea = mat(mixhex(c, '#101114', .35), .5, spec=.4, bump=('noise', 130, .25)); M = metal(c2, .2); cc = mat(cup or c, .36, metal=.25, coat=.25, coat_rough=.2)
    with group((0, 0, 0), (0, 0, -34)):
        pts = [(x, 0, z) for x, z in ell(0, .52, .50, .60, 8, 172, 72)]; ribbon(pts, (0, 1, 0), .145, .05, B, .022, wfn=lambda t: .72+.38*math.sin(math.pi*t))
        pts = [(x, 0, z) for x, z in ell(0, .52, .462, .555, 38, 142, 48)]; ribbon(pts, (0, 1, 0), .15, .062, lea, .03, wfn=lambda t: .55+.5*math.sin(math.pi*t)**.5)
        for s in (-1, 1):
            ribbon([(s*(.492+.006*math.sin(i/9*3.14)), 0, .64-.30*i/9) for i in range(10)], (0, 1, 0), .062, .014, M, .006)
            with group((s*.505, 0, .30), (0, s*90, 0) if s > 0 else (0, -90, 0)):
                with group((0, 0, 0), (0, 0, 0)):
                    # yoke
                    tube([(-.30*math.cos(rad(a)) if s > 0 else .30*math.cos(rad(a)), .262*math.sin(rad(a)), .035) for a in range(-88, 89, 8)], .016, M)
                    for y in (-.262, .262): cyl(.026, .05, M, .006, (0, y*.97, .03), (90, 0, 0))
                    lathe([(0, -.02), (.235, -.02), (.25, 0), (.252, .05), (.238, .088), (.205, .108), (.196, .109)], cc, 96, sx=1.06, sy=.98); lathe([(.196, .109), (.19, .104), (.186, .104)], M, 96, sx=1.06, sy=.98); lathe([(.186, .104), (.1, .108), (0, .109)], mat(cup or c, .3, metal=.5, coat=.3, coat_rough=.15), 96, sx=1.06, sy=.98)
                    brand and text(brand, .062, mat(c2, .2, metal=.9), (0, 0, .1105), (0, 0, 90 if s > 0 else -90), space=1.08)
                    lathe([(.10, -.03), (.115, -.09), (.15, -.118), (.19, -.12), (.228, -.10), (.243, -.06), (.236, -.02)], lea, 96, sx=1.06, sy=.98, angle=60); lathe([(0, -.045), (.14, -.045)], fabric(mixhex(c, '#000000', .4), 30), 64, sx=1.06, sy=.98)
    return dict(az=0, el=10, fill=.80)
def watch(c='#2b2d33', c2='#2b2d33', scr='watch:coral:silk', **k):
    """Rounded-square watch. c = case, c2 = strap."""
    M = metal(c, .2); R = mat(c2, .58, spec=.35)
    with group((0, 0, .62), (82, 0, -25)):
        slab(.40, .475, .115, .125, .035, .045, M, seg=20); slab(.372, .447, .02, .112, .002, .016, BLACKGLASS(), seg=20, loc=(0, 0, .054)); plate(.318, .392, .085, screen(scr), (0, 0, .0646), seg=20)
        for y in (.09, -.09): slab(.026, .11, .036, .012, .008, .008, M, loc=(.200, y, 0))     # two flush keys
        pts = [(0, y, z) for z, y in ell(-.375, 0, .345, .475, 27, 333, 96)]; ribbon(pts, (1, 0, 0), .30, .046, R, .02, wfn=lambda t: .93+.12*abs(1-2*t)**3)
    return dict(az=0, el=10, fill=.82)
def watchround(c='#c9ccd3', c2='#5b3a24', scr='analog:ocean:silk', **k):
    M = metal(c, .2); L = mat(c2, .55, spec=.4, bump=('noise', 60, .3)); st = mat(mixhex(c2, '#ffffff', .6), .7)
    with group((0, 0, .62), (84, 0, -26)):
        lathe([(0, -.07), (.2, -.07), (.245, -.055), (.262, -.03), (.262, .03), (.252, .05), (.25, .056), (.236, .07), (.222, .074), (.214, .066), (.212, .058), (0, .058)], [M, BLACKGLASS()], 128, fm=[0]*10+[1], angle=24)
        plate(.40, .40, .2, screen(scr), (0, 0, .0592), p=2, seg=32); 
        for a in range(0, 360, 6): cube(.004, .016 if a % 30 else .022, .003, mat('#f2f3f5' if a % 30 == 0 else '#7c818c', .4), (.234*math.cos(rad(a)), .234*math.sin(rad(a)), .069), (0, 0, a-90)) if a % 30 == 0 else None
        for s in (-1, 1):
            for x in (-.135, .135): slab(.052, .15, .07, .02, .018, .018, M, loc=(x, s*.248, -.045), rot=(-s*34, 0, 0))
        cyl(.034, .05, M, .008, (.288, 0, 0), (0, 90, 0)); [cyl(.024, .045, M, .006, (.272*math.cos(rad(q)), .272*math.sin(rad(q)), 0), (0, 90, q)) for q in (32, -32)]
        E = ell(-.41, 0, .36, .50, 33, 327, 110); pts = [(0, y, z) for z, y in E]; ribbon(pts, (1, 0, 0), .215, .042, L, .014, wfn=lambda t: .9+.1*abs(1-2*t))
        k = cube(.006, .018, .006, st)
        for i in range(2, 108, 3):
            z, y = E[i]; z0, y0 = E[i-1]; z1, y1 = E[i+1]; an = math.degrees(math.atan2(z1-z0, y1-y0)); nx, ny = -(y1-y0), (z1-z0); n = math.hypot(nx, ny)
            for x in (-.088, .088): dup(k, (x*(.9+.1*abs(1-2*i/109)), y+(y/.50)*.0215, z+((z+.41)/.36)*.0215), (an, 0, 0))
        k.hide_render = True
    return dict(az=0, el=10, fill=.82)
def band(c='#1f2127', c2='#1f2127', scr='band:mint:silk', **k):
    R = mat(c2, .58, spec=.35)
    with group((0, 0, .62), (84, 0, -32)):
        slab(.235, .50, .10, .117, .03, .04, metal(c, .26), seg=24, p=2.1); slab(.215, .48, .02, .107, .002, .016, BLACKGLASS(), seg=24, p=2.1, loc=(0, 0, .046)); plate(.178, .44, .088, screen(scr), (0, 0, .0566), seg=24, p=2.1)
        ribbon([(0, y, z) for z, y in ell(-.42, 0, .40, .48, 27, 333, 96)], (1, 0, 0), .215, .044, R, .02, wfn=lambda t: .85+.15*abs(1-2*t)**2)
    return dict(az=0, el=10, fill=.82)
def powerbank(c='#23262d', c2='#8fb4ff', brand='', mah='20 000 mAh', **k):
    M = anod(c, .36)
    with group((0, 0, .73), (90, 0, -30)):
        slab(.70, 1.46, .25, .13, .05, .05, M, seg=20); brand and text(brand, .09, mat(mixhex(c, '#ffffff', .7), .3), (0, .06, .127), space=1.06); text(mah, .046, mat(mixhex(c, '#ffffff', .5), .4), (0, -.03, .127))
        for i in range(4): cyl(.014, .004, mat('#ffffff', emit=c2 if i < 3 else '#30343c', strength=2.2 if i < 3 else .1), .001, (-.075+.05*i, -.60, .126))
        for y in (.22, .0): pass
        usbc((-.17, .731, .02), (-90, 0, 0), 1.25); usbc((.0, .731, .02), (-90, 0, 0), 1.25); slot(.17, .07, (.2, .731, .02), (-90, 0, 0), mat('#101114', .4), metal('#9da2ad', .25)); slab(.02, .15, .07, .01, .006, .006, M, loc=(.352, .45, 0))
    return dict(az=0, el=20, fill=.82)
def charger(c='#e1e2e6', c2='#d9dce2', brand='', watt='67W', solo=False, **k):
    """Three-port charger: port side and plug side. solo: one block, port side only."""
    P = gloss(c, .2)
    with group((-.16, .0, .34), (90, 0, 30)):
        slab(.66, .68, .66, .16, .07, .07, P, seg=20); 
        with group((0, 0, .331)): slab(.52, .54, .008, .11, .002, .002, plastic(mixhex(c, '#9aa0ac', .22), .4)); [usbc((0, y, .0045), (0, 0, 0), 1.9) for y in (.15, .0)]; slot(.19, .085, (0, -.16, .0045), None, mat('#14161a', .4), metal('#9da2ad', .25))
    if solo: return dict(az=0, el=24, fill=.66)
    with group((.52, -.22, .34), (90, 0, -142)):
        slab(.66, .68, .66, .16, .07, .07, P, seg=20)
        with group((0, 0, .335)):
            for x in (-.105, .105): slab(.026, .11, .30, .006, .002, .01, metal('#d3d6dc', .18), loc=(x, .06, .15))
        brand and text(brand, .085, mat(mixhex(c, '#7d838f', .6), .4), (.332, 0, 0), (90, 0, 90)); 
        text(watt, .15, mat(mixhex(c, '#7d838f', .55), .4), (-.332, .0, .0), (90, 0, -90))
    return dict(az=0, el=17, fill=.80)
def wireless(c='#e1e2e6', c2='#d9dce2', scr=None, **k):
    """Three-in-one stand: tilted puck with a phone-size halo, watch puck, base."""
    P = plastic(c, .34); M = metal(c2, .24)
    with group((0, 0, 0), (0, 0, -26)):
        slab(1.0, .62, .07, .20, .02, .025, [M, P], seg=20, loc=(0, 0, .035)); lathe([(0, 0), (.16, 0), (.165, .006), (.155, .012), (0, .013)], [rubber(mixhex(c, '#8f95a1', .25))], 64, (.26, -.04, .07))
        ribbon([(-.18, .20-.16*t*t*.6, .06+.78*t) for t in [i/20 for i in range(21)]], (1, 0, 0), .20, .05, M, .02)
        with group((-.18, .06, .80), (70, 0, 0)):
            lathe([(0, -.04), (.29, -.04), (.315, -.02), (.315, .01), (.30, .028), (.285, .03), (0, .03)], [M, P], 96, fm=[0, 0, 0, 0, 0, 1]); tor(.20, .006, M, (0, 0, .031))
        cyl(.012, .006, mat('#ffffff', emit='#5ad18a', strength=2), .002, (-.18, -.305, .035), (90, 0, 0))
    return dict(az=0, el=18, fill=.80)
def cable(c='#e9eaee', c2='#c9ccd3', **k):
    br = mat(c, .7, bump=('voronoi', 70, .8)); R = .38; pts = []
    for i in range(0, 110): a = i/12*math.pi*2/2.0; rr = R+.012*math.sin(i*.7)+.018*(i/110-.5); pts.append((rr*math.cos(a), rr*math.sin(a), .055+.0028*i+.012*math.sin(a*2.3)))
    with group((0, 0, 0), (0, 0, 0)):
        tube([(.66, -.50, .045), (.55, -.42, .045), (.47, -.20, .047)] + pts + [(.08, -.52, .26), (-.14, -.60, .13), (-.30, -.62, .05), (-.42, -.58, .046)], .043, br, res=10)
        with group((.95, -.42, .045), (0, 90, 0)): pass
        plug_c(anod(c2, .3), (.70, -.535, .045), (0, 90, -40), .24); plug_c(anod(c2, .3), (-.46, -.565, .046), (0, 90, 160), .24)
        slab(.13, .22, .10, .03, .01, .01, rubber(mixhex(c, '#22242a', .7)), loc=(-.385, 0, .21), rot=(0, 0, 0))
    return dict(az=0, el=32, fill=.70, fillx=.84)
def case(c='#2f5d50', c2='#e2b8a4', cam='diag', **k):
    """Two silicone phone cases, back views."""
    def one(col):
        S = mat(col, .55, spec=.35); W, H = phones.W+.05, phones.H+.05
        with group():
            b = slab(W, H, .12, .155, .03, .05, S, seg=20, es=10); ct = slab(.44, .44, .5, .14, .002, .002, S, loc=(-.125, phones.H*.315, .02)); boolean(b, ct)
            with group((-.125, phones.H*.315, .0)): ringplate(.47, .47, .155, .02, .02, S, (0, 0, .056)); slab(.40, .40, .08, .13, .002, .012, gloss('#0e0f13', .1), loc=(0, 0, .022))
            L = lambda x, y: lens(.088, .02, '#3a3d46', loc=(-.125+x, phones.H*.315+y, .062)); L(-.08, .08); L(.08, -.08)
            lathe([(.245, 0), (.25, .003), (.27, .003), (.275, 0)], mat(mixhex(col, '#ffffff', .12), .5), 96, (0, -.08, .0598))
            slab(.02, .30, .05, .01, .008, .008, S, loc=(-W/2-.002, .42, 0)); slab(.02, .17, .05, .01, .008, .008, S, loc=(W/2+.002, .30, 0))
    with group((-.24, .16, phones.H/2+.02), (90, 0, 22)): one(c)
    with group((.28, -.12, phones.H/2+.02), (90, 0, -14)): one(c2)
    return dict(az=0, el=8, fill=.82)
def hub(c='#8f95a1', c2='#5c616c', brand='', **k):
    M = anod(c, .3)
    with group((0, 0, .0), (0, 0, 34)):
        with group((0, 0, .115), (90, 0, 0)):
            slab(1.42, .19, .44, .07, .03, .03, M, seg=16, loc=(0, 0, 0)); 
            with group((0, 0, .221)): slot(.30, .11, (-.45, 0, 0), None, mat('#0b0c0f', .4), metal('#c5c9d1', .2)); slot(.17, .075, (-.13, 0, 0), None, mat('#113a7a', .4), metal('#c5c9d1', .2)); slot(.17, .075, (.10, 0, 0), None, mat('#113a7a', .4), metal('#c5c9d1', .2)); usbc((.30, 0, 0), None, 1.3); slot(.19, .03, (.52, 0, 0), None, mat('#0b0c0f', .4))
        brand and text(brand, .10, mat(mixhex(c, '#ffffff', .6), .25, metal=.5), (-.42, .0, .2115), (0, 0, 0)); cyl(.012, .004, mat('#fff', emit='#bfe3ff', strength=2), .001, (.60, -.12, .2105))
        tube([(.70, .0, .115), (.90, .02, .115), (1.06, .18, .10), (.95, .44, .06), (.66, .58, .05)], .04, mat(c2, .6, bump=('voronoi', 70, .6))); plug_c(M, (.62, .592, .05), (0, -90, -8), .2)
    return dict(az=0, el=26, fill=.8)
def ssd(c='#2a5f8f', c2='#d0d4dc', brand='', cap='2TB', **k):
    M = anod(c, .36)
    with group((0, 0, .62), (90, 0, -30)):
        slab(.86, 1.24, .15, .17, .05, .05, M, seg=20)
        for i in range(11): slab(.70, .016, .006, .008, .002, .002, mat(mixhex(c, '#000000', .35), .4, metal=.7), loc=(0, -.05-.044*i, .0745))
        brand and text(brand, .10, mat(mixhex(c, '#ffffff', .75), .25, metal=.4), (-.33, .42, .0762), align='LEFT', space=1.05); text(cap + '  Portable SSD', .052, mat(mixhex(c, '#ffffff', .55), .35), (-.33, .31, .0762), align='LEFT'); usbc((0, .6215, 0), (-90, 0, 0), 1.3); cyl(.012, .004, mat('#fff', emit='#8fd3ff', strength=2.5), .001, (.33, .46, .0755))
    return dict(az=0, el=16, fill=.80)
def mouse(c='#dfe0e4', c2='#c5c9d1', **k):
    def one():
        n = 44; rings = []; ys = [-1+2*i/(n-1) for i in range(n)]
        for t in ys:
            e = max(0., 1-abs(t)**2.6)**(1/2.6); wd = .335*(e*(1-.06*t))*(1-.10*math.exp(-((t-.05)/.35)**2)); ht = (.36*max(0., 1-abs((t+.12)/1.13)**2.3)**.55)
            rings.append([(wd*math.copysign(abs(math.cos(a))**.8, math.cos(a)), .56*t, (.03 + max(0, ht)*abs(math.sin(a))**.85) if math.sin(a) >= 0 else .03-.03*abs(math.sin(a))**.5*min(1, e*2)) for a in [2*math.pi*i/64 for i in range(64)]])
        return loft('mouse', rings, [mat(c, .34, coat=.3, coat_rough=.2)], None, 0, 0, 60)
    with group((0, 0, 0), (0, 0, 148)):
        b = one(); m = b.modifiers.new('s', 'SMOOTH'); m.iterations = 2
        Z = lambda t: .03+.36*max(0., 1-abs((t+.12)/1.13)**2.3)**.55
        tube([(0, .56*t, Z(t)-.004) for t in [.18+.72*i/10 for i in range(11)]], .006, mat('#101114', .6))
        slab(.085, .26, .02, .042, .006, .006, gloss('#15161a', .2), loc=(0, .56*.56, Z(.56)-.004), rot=(-27, 0, 0)); cyl(.085, .05, rubber('#2a2c32'), .012, (0, .56*.56, Z(.56)-.045), (0, 90, 0)); tor(.083, .006, metal(c2, .2), (0, .56*.56, Z(.56)-.045), (0, 90, 0))
        slab(.045, .09, .012, .02, .004, .004, plastic(mixhex(c, '#50555f', .5), .4), loc=(0, .56*.16, Z(.16)-.003), rot=(-6, 0, 0))
        for y in (.10, -.05): slab(.14, .05, .02, .022, .008, .008, plastic(mixhex(c, '#50555f', .45), .35), loc=(-.302, y, .20), rot=(90, 0, -90))
    return dict(az=0, el=30, fill=.74)
def keyboard(c='#e8e9ed', c2='#f7f7f9', c3='#5b6cff', legends=True, **k):
    """65 % mechanical keyboard. c = case, c2 = keys, c3 = accent keys."""
    u = .19; rows = [[('Esc', 1, 2)] + [(x, 1, 0) for x in '1234567890-='] + [('Back', 2, 1), ('Del', 1, 1)], [('Tab', 1.5, 1)] + [(x, 1, 0) for x in 'QWERTYUIOP[]'] + [('\\', 1.5, 0), ('Pg', 1, 1)], [('Caps', 1.75, 1)] + [(x, 1, 0) for x in "ASDFGHJKL;'"] + [('Enter', 2.25, 2), ('Pn', 1, 1)], [('Shift', 2.25, 1)] + [(x, 1, 0) for x in 'ZXCVBNM,./'] + [('Shift', 1.75, 1), ('^', 1, 1), ('End', 1, 1)], [('Ctrl', 1.25, 1), ('Alt', 1.25, 1), ('Cmd', 1.25, 1), ('', 6.25, 0), ('Alt', 1, 1), ('Fn', 1, 1), ('<', 1, 1), ('v', 1, 1), ('>', 1, 1)]]
    TW = 16*u; cols = [plastic(c2, .45), plastic(mixhex(c2, c, .6) if c2 != c else mixhex(c2, '#80868f', .3), .45), plastic(c3, .45)]
    leg = [mat(mixhex(c2, '#20222a', .75) if sum(lin(c2)[:3]) > .6 else '#eceef2', .5), mat(mixhex(c2, '#20222a', .7) if sum(lin(c2)[:3]) > .6 else '#eceef2', .5), mat('#ffffff', .5)]; cache = {}
    with group((0, 0, 0), (0, 0, -32)):
        with group((0, 0, .12), (5, 0, 0)):
            slab(TW+.14, 5*u+.14, .17, .06, .025, .03, anod(c, .36), seg=14, loc=(0, 0, 0)); slab(TW+.05, 5*u+.05, .01, .03, .002, .002, mat(mixhex(c, '#0b0c0f', .8), .5), loc=(0, 0, .083))
            for ri, r in enumerate(rows):
                x = -TW/2; y = 2*u-ri*u
                for t, w, ci in r:
                    key = (w, ci); cx = x+w*u/2
                    if key not in cache: cache[key] = slab(w*u-.018, u-.018, .10, .03, .008, .022, cols[ci], seg=6, es=5, taper=.018, loc=(cx, y, .135))
                    else: dup(cache[key], (cx, y, .135))
                    if legends and t: text(t, .055 if len(t) > 1 else .075, leg[ci], (cx - (w*u/2-.055 if len(t) > 1 else .035), y+.03, .1855), align='LEFT' if len(t) > 1 else 'CENTER', ext=.0002)
                    x += w*u
    return dict(az=0, el=40, fill=.66, fillx=.88)
def webcam(c='#22242a', c2='#8f95a1', **k):
    with group((0, 0, 0), (0, 0, -24)):
        with group((0, 0, .62), (84, 0, 0)):
            slab(1.15, .40, .34, .198, .09, .09, plastic(c, .36), seg=24, es=12, p=2.1); slab(1.0, .29, .02, .144, .002, .012, gloss('#07080b', .06), seg=24, p=2.1, loc=(0, 0, .164)); lens(.135, .03, c2, tint='#27406a', loc=(0, 0, .19)); cyl(.012, .004, mat('#fff', emit='#7dffb0', strength=3), .001, (.26, 0, .176)); [cyl(.007, .003, mat('#3a3d44'), .001, (x, 0, .176)) for x in (-.30, -.36, .36)]
        ribbon([(0, .04, .45), (0, .05, .34), (0, .06, .25)], (1, 0, 0), .16, .10, metal(c2, .3), .03); slab(.46, .42, .06, .12, .02, .02, anod(c, .36), loc=(0, .06, .03)); cyl(.09, .24, metal(c2, .3), .02, (0, .06, .17))
    return dict(az=0, el=12, fill=.66, fillx=.80)
def mic(c='#23252b', c2='#c9ccd3', **k):
    B = mat(c, .42, metal=.4)
    with group((0, 0, 0), (0, 0, -22)):
        lathe([(0, 0), (.36, 0), (.375, .015), (.37, .05), (.33, .065), (0, .067)], B, 96); cyl(.03, .5, metal(c2, .22), .004, (0, .16, .3)); 
        tube([(-.27, .0, .92), (-.272, .04, .70), (-.24, .10, .56), (-.12, .15, .52), (0, .16, .515), (.12, .15, .52), (.24, .10, .56), (.272, .04, .70), (.27, 0, .92)], .024, metal(c2, .22))
        for s in (-1, 1): cyl(.05, .05, metal(c2, .22), .01, (s*.265, 0, .92), (0, 90, 0))
        with group((0, 0, 0), (0, 0, 0)):
            lathe([(0, .50), (.19, .50), (.215, .52), (.22, .56), (.22, .98), (.214, .985), (.212, 1.0)], B, 96); lathe([(.221, .975), (.226, .98), (.226, 1.0), (.221, 1.005)], metal(c2, .2), 96)
            lathe([(.208, 1.0), (.21, 1.34)]+[(.21-.21*(1-math.cos(rad(a))), 1.34+.17*math.sin(rad(a))) for a in range(10, 91, 8)], mat(mixhex(c, '#3b3f48', .5), .38, metal=.9, bump=('voronoi', 70, 1.0)), 128); tor(.212, .008, metal(c2, .2), (0, 0, 1.2))
        with group((0, -.221, .74), (90, 0, 0)): cyl(.055, .06, metal(c2, .22), .012); tor(.066, .005, mat('#fff', emit='#5ad18a', strength=2.2), (0, 0, .002))
    return dict(az=0, el=10, fill=.84)
