// What each character looks like, as data; LookAlikes.swift reads and explains it. Unicode 15.0, by
// Tests/Unicode/make_tables.py of ICU 72.

/// The table, as text.
enum LookAlikeTable {
  static let text: StaticString =
    """
    y:13.13 2:33.1b.27 a:27 :30 n:30 m:13 c:36.32 e:30 11:2r.mw 2:2h.mt 2:lk 1:2p 4:lg 2:1e*2 :ld \
    :qk 2:me :30 :33 1:30.1b.1g :30.1b.1e :1f.1b.1g 7:1t.1x :1v.me 4:30.lc :30.ld :30.le :30.lk \
    :1w.mt 6:3c :27.mw d:2p.2t :2r.me 8:6pu.mt 7:33.mw j:1v.li :2r.li :1w.li :2s.li :1w.mt :2s.mt \
    8:1x.li :2t.li 6:1z.me :2v.me 2:20.mt :2w.mt :30.lf 1:30.lg 1:30.li 1:30.mg 1:30.lj :2x :30.22 \
    :2x.2y 2:23.me :2z.me 3:24.me :30.me :24.li :30.li :24.53 :30.53 :24.mw :30.mw 2:26.me :32.me \
    :26.li :32.li :13.32 8:27.1x :33.2t 2:2a.me :36.me :2a.li :36.li 4:2b.me :37.me :2b.li :37.li \
    :2c.me :38.me :2c.li :38.li :2c.mt :38.mt l:2i.li :3e.li :37 :2q.mt :13.1u :2q.lg :2q.lg :2q \
    2:1v.13 1:1w.mt :13.1w 1:2s.lg :2v 3:1y.me :2u.me :1z.13 2:30 :30.mt :23.13 :2z.lw :30.mt \
    2:26.me :32.mh :27.mt 4:13.28 :34.lw :2a :1e 4:13.2c :38.lw :2c.mg 4:13.2h :3d.lw :2i.mt \
    :3e.mt :1f 3:1e.mt :1h :37 1:72 :30 :30.30 1:x :1w.2i.li :1w.3e.li :2s.3e.li :24.22 :24.2y \
    :30.2y :26.22 :26.2y :32.2y :1t.li :2p.li :30.li :2x.li :27.li :33.li :2d.li :39.li 4:2d.lk.li \
    :39.lk.li 7:1t.1x.lg :2p.2t.lg :1z.mt :2v.mt :1z.li :2v.li :23.li :2z.li 4:1f.li :f1.li :2y.li \
    :1w.2i :1w.3e :2s.3e 8:1t.1x.ld :2p.2t.ld :27.mw.ld :33.mw.ld 2:1t.le :2p.le 2:1x.le :2t.le \
    :30.lr 1:30.le :2x.le 2:27.le :33.le 2:2a.le :36.le 2:2d.le :39.le 4:1f 1:20.li :2w.li 2:1k \
    :1k :2i.me :3e.me 2:1x.me :2t.me i:2r.mw 1:2c.mw 2:1r 2:2d.mt 1:1x.mw :2t.mw :22.mt :2y.mt \
    3:36.mt :2h.mt :3d.mt 1:2p 1:2q.lw 2:2s.mg :2s.lw 1:d9 :d9.ke :x3n 4:2v.lw :2v 1:3d 2:2w.lw \
    1:2x.mt :2x :2x :30.ms 1:30.mg :30.f1 :3b 1:36.32.me 1:32.mg 1:33.mt :33.5qf 5:36.mh :36.mg \
    4:37.mg 8:39 3:3d :3e.mg 1:f1 1:1r b:35.lw 2:2s.3e :2s.f1 :2s.i9 :38.37 :38.hv :38.gl :2u.97 \
    :30.37 :30.3e 4:2w :2w.lw :2y :36 :hl :hn :ht :3b :3d :13 :13.13 :13 :13 :13 :13 :121 2:1o :1q \
    :2m 1:2m 1:13 1:13 :13 4:1m 2:121 3:19 :li*2 :lm :mg :lf :ln 2:3d :30 :37 :3c :id 9:13.13 5:13 \
    1:13.13 1:1m 2:kq 9:lg 6:li :19s 2:li.lj :le 3:lv 1:18w 8:mp :me :mg 4:me e:mt :mw 1:me 8:lf \
    2:mg 1:mr f:nk :lj d:lm 7:li 1:8s5 3:13 :jz :t4 :5qm 2:mg :gk 1:x1b 1:22 4:ld :lk.ld :1t.ld \
    1:1x.ld :20.ld :30.ld 1:27.ld 1:2h.ld 1:2x.lk.ld :1t*2 2:1x :2i :20 :27.mt :30 :23 :g5 :25*2 \
    1:27 1:28 1:bt :2c :2h 1:2g 2:30.lk :2h.lk :2p.ld :x3n.ld :32.mh.ld :2x.ld :39.lk.ld :2p :67 \
    :3d :61r :x3n 1:32.mh :27.mt :2x :8o 2:3a 1:33 1:34 1:33 :5qz :39 :hk 3:2x.lk :39.lk :33.ld \
    :39.ld 2:67 :27.mt :2h :2h.ld :2h.lk :hk :qo 4:qq :1y b:1e :bs 6:8o :34 :qq :2y :27.mt :x3n \
    1:66 :72 :bt :25 2:au 1:x1a :1x.lc :1x.lk 1:pf.ld :x3m :2b :30 :30.lk :22 3:23.ld 1:2h.li 1:1t \
    :2q.lg :1u :pf 1:1x 1:1f 2:23 :g5 :25 :20 :27 :ps :28 :1v :2c :2h :py :2g 5:2q.30 :2q 1:30.27 \
    1:2p :1i :ih :36 1:2t 1:gs :5qm :5qm.li :8o 1:i5 :ik :33 :qo :34 :2r :5qz :3d :hk :3c 4:jt.2q \
    :at.2x :at 2:5qx :2t.lc :2t.lk 1:36.ld :x3n :37 :2x :2x.lk :2y 2:2w.mt :8o.ld :5qm.lc :3d.li \
    2:3b :2q.mt :2q.mt c:q0 :qw :27.mt :33.mt :2e :3a :2e.lr :3a.lr 4:v4.w6.w7 :3b.w6.w7 \
    c:t4.me.lc :5qm.me.li :2q.mt :2q.mt 2:pf.13 :36.13 :pf.mt :36.mt 2:t2.mh :ty.mh :1f.me :gs.me \
    :23.mh :8o.mh 2:23.mt :8o.mt 2:20.mh :ik.mh 6:1v.me :2r.me :2c.mh :5qz.mh :2h :3d :2h.mt \
    :3d.mt :2g.mh 8:2w 1:2t :xo.mg :2t.mg :30 4:g5.me :u3.me :20.me :ik.me :20.me :ik.me :xi*2 \
    :25.me :i5.me :2x :1t.li :2p.li :1t.lk :2p.lk :1t.1x :2p.2t :1x.li :2t.li :b3 :d9 :b3.lk \
    :d9.lk 2:1f.lk :gs.lk :1f :f1 1:5qm.lg 1:5qm.lk :27.lk :33.lk :27.mt :33.mt :27.mt.lk \
    :33.mt.lk 2:2h.lg :3d.lg :2h.lk :3d.lk :2h.ln :3d.ln 4:2q.30.lk :at.2x.lk 7:2s 8:dy 1:1z :gy \
    2:b4 :x3n 9:35 :2f :3b t:3ou 8:3k6 5:3s3 1:3mp :2d 1:2b 3:py 1:27 4:13 2:13 3:3b 1:35 2:35 \
    7:61r 1:2w 4:fr 2:32 1:hc 1:32 :39 3:2v 2:2u :33 1:12d.136 1:1m i:ld :ld 6:13u 3:13t 4:13q \
    :13s :lm 4:mb 4:lj :lj 5:30 :lj :lj :1m :lj :mb f:30 2:3a :13 5:30 1:33 e:30.30 :30.13 :13.13 \
    :13 :13.13 k:33.1b.27.27 :33.1b.27.27.27 2:18 1:189 8:ld :lv :18w 7:30.lf :30.190 1:30.191 \
    :18p.190 :30 3:18p.1cr 8:183.1cr 8:18p.le 1:18p.1cr 7:33 2:18p :ln 2:ld :lv 2:lm :lf 2:mh :lu \
    :li :lg :li :le :mb :lw 1:191 :1a :30 3:33 1:2e :g5 1:33.1b.27 :18 :170 :16 :18p :1b5 2:30.19w \
    :30.191 1:30.19w :18o.19w :18o.lv.19w :18p.19w :18p.179 4:18p.1cr 2:17x.190 3:17x.1cr \
    2:17z.179 2:1ai.179 2:17z.1cr 2:181.179 :181.li 5:181.1cr 5:185.1cr :187.1cr 4:1b5.1cr 2:18h \
    :1b5.1cr :18j :18j 2:18j.1cr 6:1bj.1cr :18k.li 1:18k.1cr 2:18p :18p.179 1:18p.1cr :33 1:33.190 \
    :33 :33.190 :17t 2:18o.li :18o.lv :18o.19s :18o.le 1:18o.1cr :18p 1:18p.li 1:1a3 :18p.1cr :18p \
    :18p.190 :19 :33 9:lm 8:li.lj 3:lj 1:17z.le :181.le :1a :30 :19e*3 :33 :19i :2e :g5 :19l \
    3:17l.nc :18l.nc :33.le 1:1a :1a :1m :1m 1n:lj :lj :1fg 4:ld 9:17s.1cr 4:18p.li b:1bg :18j.1cr \
    3:1g4 :18m.179 :18m.li 2:181.190 4:1av.179 :17x.190 b:183.le 1t:27 9:30 w:lg 1:lj :le 4:lk :13 \
    :13 4:2n 4m:17s.190 2:1b6.1cr 2:18l.1cr :18p.190 :1g4 4:17z.mc.mb :185.mc.mb :1bj :18o :182.le \
    3:17s.1cy :18p.1cr.1cy 1:181.li.lj :18p.li.lj :1b5 :1b5 :18p 13:18s 2:18s 1:lj*2 1:mb*2 1:ln \
    :18s*2 :lv 4:nk :no*2 4:nk :nm :li.lj :lj :1m :1s5.1ty 1:1s5.1tq 1:1tc.1u5.1s7 4:1sf.1tx \
    :1sf.1ty 1:1sf.1tz :1s5.1u1 :1s5.1tq.1ty :1s5.1tq.1tz :1s5.1tq.1u0 k:1t4.mb 7:1tc.mb 2:1tf.mb \
    7:mb l:mp :lc*2 3:1sl.mb :1sm.mb :1sn.mb :1ss.mb :1sx.mb :1sy.mb :1t7.mb :1tb.mb 5:1us.1us :33 \
    :19l l:1r 3:li.lj 4:1vp.1xa 1h:mb v:1wh.mb :1wi.mb 1:1wv.mb :1vv.1xf :1vv.1xf 4:27 3:1k 2:1l \
    k:lj :1vn 2:1z9.20u :22a.20v :22a.20w :22b.20x :22b.20y 4:22a.213 :1z9.214 3:1z9.218 u:20i.mb \
    2:20o.mb 5:mb e:1ty 1:1u5 b:1zq.mb :1zr.mb :1zw.mb 2:20b.mb 7:33 :1l 2:1k m:li.lj :lj :1m \
    2:22t.24e 6:22t.24l 1:22t.24n :22t.24o :22t.24e.24l 1:22t.24e.24n :22t.24e.24o 13:mb :1tp \
    3:1tt*2 a:1u5 o:33 1:1uw*3 3:1v2 1:1v4 g:li.lj 1:1k 2:26d.27y p:27 r:mb v:275.mb :276.mb 8:27 \
    1:1l p:lm 7:2a1.2b7 9:2aa.2b7 7:2a8 j:2a0 d:2a0 9:2ax 1:2bq.2a0 :2br.2a0 :2bq.2b7 :lj 9:2b7 \
    e:33 :2ad :2a1 1:2ai :2a0.2bl :2ai.2bl :2a6 :29x 1:2b3 1:2ai.2bm 1:2b2.2bk :2cz 1:2a6.2b9 :2bb \
    1:2aw.2bk 5:li.lj 1:33 :1vn f:2du.2fp :2du.2fg b:2eo.14s 1:2e9.mb 2:2ef.14s 7:2ek.mb :2et.2f5 \
    8:2et.mb 1:2et.2f2 8:2f5.2f2 1:2f7.2f2 r:2dn.2f2 :2do.2f2 4:33 q:li.lj :33 :1vn 1:2dh*3 a:2du \
    :2du.2fp :2du.2fg 7:2e4 1:2e6 4:2eb b:2en 1:2ep*2 1a:2h8.2im 4:33 :2g7*2 6:2gf h:li.lj :33 \
    :1vn 4:2kn.2mv :2a1 :2a1.2mv 1:2lk.2m9 3:2ku.2me 2:2ky.2m6 :2ky.2mv 4:2lk.2m9 2:2a8 3:33 2:2ar \
    d:2ls 2:2b8 1:2ba 3:2an.2bj 4:2bj :2bj 1:2m9 :2m9 4:2me.2me 5:1v5 b:2lk.2ml.2lq 4:33.2ls.33 \
    1:2la 4:33 3:2ls.2ml :2li.2ml.2ls :2lk.2ml.2lk :1l :2lx.2ml.2ls :2lk.2ml 6:2m1.2ml.2lq \
    2:2lk.2m9 1:2lk.2ml :2ls.2ml 5:33 :1vn 2t:2qw.2q7 :2oy :2pb 3:2qw.2qb j:2rm 7:2ru 3:2ry 4:2ro \
    :2ro 1:2s1 9:2rq 4:2sg c:lm.2sy d:2tc.2tc 3:2sy 7:lm 2:33 1j:2rs 4:2si c:2sa*2 1:2sd*3 \
    j:lm.2wi 4:2t4*2 e:2tk*4 1:lm 2:33 b:2wb.2vt :2wb.2w1 y:31k.324.326 1:31c.31w.32a.327 \
    :31c.31w.32a.2z8 8:2yz 1:2z1.2z1 c:2ze.2ze 2:2zh.2zh :2ze.2zh n:md 1e:31e c:33m.31t.328 \
    1:33n.31t.328 2c:2zh.2ze 6:ggg :ggd 15:35u.370 f:33.370 c:33 1:36d.370 9:36m.37g \
    :36m.37g.375.370.37e b:lm 1:1vn 7:33 a:37u.37u p:37l :36d.37i 8:36d.370.37i :35v.37i d:399.37i \
    2:35u.37i s:39f.lm 1:x3a 1y:3d b:f1 8:3bw 2:33 1:3cw.3cw 2:3cz.3cz 3:3d3.3d3 1:3d5.3d5 \
    2:3d8.3d8 5:3cy.3cw :3cy.3cy :3cy.3cz :3cy.3d3 :3cz.3cw :3d1.3cy :3d1.3d1 :3d1.3de :3d1.3d7 \
    :3d2.3d3 :3d2.3d7 :3d3.3cw :3d3.3cy :3d3.3cz :3d3.3d5 :3d3.3d5.3cw :3d3.3d5.3cz :3d3.3d5.3d3 \
    :3d3.3d5.3d5 :3d3.3d5.3d8 :3d3.3d8 :3d3.3da :3d3.3dc :3d3.3dd :3d3.3d7 :3d3.3d3.3d7 :3d5.3cw \
    :3d5.3cy :3d5.3cz :3d5.3d1 :3d5.3d2 :3d5.3d3 :3d5.3d3.3cw :3d5.3d5.3d5 :3d5.3d7 :3d5.3d8 \
    :3d5.3da :3d5.3db :3d5.3dc :3d5.3dd :3d1.3de 1:3ek.3ek 1:3em.3em 1:3d7.3cw :3d7.3cz :3d7.3d2 \
    :3d7.3d3 :3d7.3d5 :3d7.3eo :3d7.3d7 :3d7.3d8 :3d7.3da :3d7.3dc :3d7.3dd 1:3d8.3d7 1:3f2.3f2 \
    1:3f4.3f4 :3da.3db :3da.3de 2:3dd.3d3 :3dd.3d7 :3de.3de 1:3cw.3cz :3cy.3d5 :3cy.3d8 :3cy.3de \
    :3cz.3d1 3:3fl.ffs 1:3fn.ffs 1:3fp.ffs 1:3fr.ffs 1:3ft.3fl :3ft.3fl.ffs :3ft.ffs 2:3fy.3fp \
    :3fy.3fp.ffs :3fy.ffs 1:9oc :9oc.ffs :ffs :3fl.3ft :3fl.3fy :3fn.3ft :3fn.3fx :3fp.3ft \
    :3fp.3fy :3fp.9oc :3fr.3ft :3fr.3fy :3ft.3fp :3ft.3fp.ffs :3ft.3fr.ffs :3ft.3ft :3ft.3fy \
    :3fx.3fn :3fx.3fn.ffs :3fx.3fn :3fx.3ft :3fx.ffs :3fy.3fl :3fy.3fl.ffs :3fy.3fp.9oc \
    :3fy.3fr.ffs :3fy.3fy :3g2.3fl :3g2.3fp :3g2.3fp.ffs :3g2.3fr :3g2.3fr.ffs :3g2.3fy :3g2.ffs \
    :9oc.3fy :9oc.9oc :9oc.ffs.3fy :ffs.3fl :ffs.3fn :ffs.3ft :ffs.3fy :ffs.9oc :ffs.3ha 1:3ha.3fp \
    :3ha.3fy :3ha.ffs :3ha.3ha :3fl.9oc :3fn.3fy :3fr.3fn :3ft.3fn :3ft.3fn.ffs :3cw :3cw.3cw \
    :3cw.3d5 :3cy :3cy.3d8 :3cy.3de :3cz :3d1 :3d1.3cw :3d1.3d2 :3d1.3d3 :3d1.3d5 :3d1.3dc \
    :3d1.3dd :3d1.3de :3d2*2 :3d3.3d5 :3d5 :3d5.3d5 :3d7*2 :3da*5 :3cw.3d1 :3cw.3d5.3cw :3cy.3cw \
    :3cy.3cz :3cy.3d5 :3cy.3eo :3cy.3dc :3cz.3cw :3cz.3d1 :3d1.3cw.3d5 :3d1.3cy :3d1.3cz \
    :3d1.3cz.3de :3d1.3d1 :3d1.3d2.3cw :3d1.3d2.3d5 :3d1.3d3.3d5 :3d1.3d3.3de :3d1.3d3.3d7 \
    :3d1.3d5.3d5 :3d1.3eo :3d1.3db :3d1.3fd :3d2.3cw :3d2.3d1 :3d2.3d3 :3d2.3d5 :3d2.3d5.3d5 \
    :3d2.3eo :3d2.3da :3d2.3de :3d2.3d7 :3d3.3d1 :3d3.3dd :3d3.3de :3d3.3d7 :3d5.3cw :3d5.3cz \
    :3d5.3d1 :3d5.3d3 :3eo :3d7.3cw :3d7.3cw.3cw :3d7.3d7 :3d7.3db :3f0 :3d7.3d5 :3d7.3eo :3dd.3d3 \
    :3dd.3d7 :3de.3cy :3de.3d1 :3de.3d2 :3de.3d3 :3fd :3cw.3cy :3cw.3d3 :3cw.3da :3cw.3db :3cw.3de \
    :3cy.3cy :2d y:hc s:py v:11k 1f:12p 1n:27 5r:1w :2a :2c 1:27.13 :2x 2:8s5 :2h :1t :22 :1x 1:1r \
    1:8s5 :pf 1:2f 3:25 3:20 1:2h :27.mt :bv :1z 1:2w :2i 3:v4 3:b4 :2d.mt 1:1g :2q 2:2a 1:2f :2b \
    3:2e :2b 3:24 :1v 2:28 3:23 :2s 3:27.mt 2:1i 1:67 1:2w.lw :1z :1u 6:gy :ih 3:1p 2:pg 8:53.3y9 \
    :3y9.53 :53.pg :pg.53 :53.3yc :3yc.53 :53.3yd :3yd.53 :53.3ye :3ye.53 1:53.3yi :3yi.53 :53.3yj \
    :3yj.53 c:53 3:3y9.3z4 :pg.3z4 :3yd.3z4 :3yi.3z4 :2e 1:g5 1:1q 3:53.1q :1o 1:53.2e :2e.53 \
    :53.g5 :g5.53 :53.3zm :3zm.53 :53.1q :1q.53 :53.3zo :3zo.53 :53.1o :1o.53 :53.3zt :3zt.53 2:13 \
    1:2d 1:11k 5:53.40g 2:53.2d :2d.53 :53.11k :11k.53 :53.40f :40f.53 :53.40g :40g.53 :53.40h \
    :40h.53 :53.40l :40l.53 :53.40m :40m.53 2:2d.13 :11k.13 :40g.13 :40l.13 2:28 1:2s 2:2q :2q.lj \
    :53.417 :417.53 :53.28 :34.53 :53.41a :41a.53 :53.2s :2s.53 :53.41c :41c.53 :53.2q :2q.53 \
    :53.2q.lj :2q.lj.53 3:417.13 :28.13 :2s.13 :2q.13 4:22 4:53.421 :421.53 :53.423 :423.53 \
    :53.424 :424.53 :53.22 :22.53 :53.426 :426.53 :53.428 :428.53 :53.429 :429.53 5:pf 4:24 \
    1:53.42r :42r.53 :53.pf :pf.53 :53.42u :42u.53 :53.42v :42v.53 :53.42w :42w.53 :53.24 :30.53 \
    :53.42z :42z.53 5:1e 9:53.43k :43k.53 :53.43r :43r.53 :53.43s :43s.53 2:3z5 a:53.443 :443.53 \
    :53.445 :445.53 :53.446 :446.53 :53.447 :447.53 :53.448 :448.53 :53.44a :44a.53 :53.44b \
    :44b.53 c:53.44t :44t.53 :53.44v :44v.53 :53.44w :44w.53 :53.44x :44x.53 :53.44y :44y.53 \
    :53.450 :450.53 :53.451 :451.53 8:45n.1o :45n.40l :45n.2q :45n.428 7:53.45s :45s.53 :53.45t \
    :45t.53 :53.45u :45u.53 :53.45v :45v.53 :53.45w :45w.53 :53.45x :45x.53 :53.45y :45y.53 \
    a:53.1g :1g.53 :53.46g :46g.53 :53.46h :46h.53 :53.46i :46i.53 :53.46j :46j.53 :53.46l :46l.53 \
    :53.46m :46m.53 3:3zd :3c c:53.47g :47g.53 b:53.47u :47u.53 b:53.487 :487.53 d:61r 4:20 :3c \
    :47k.418 :47k.28 :47k.41a :47k.2s :47k.41c :47k.2q :47k.2q.lj :47k.41v 1:2a 6:49h.422 :49h.423 \
    :49h.424 :49h.22 :49h.426 :49h.428 :49h.429 q:2q 4:1y :6k2 1:x6j c:8rz :1t o:1w b:1w 4:v4 :25 \
    6:1u a:428 :421 :443 2:44a q:477 :47a :47e 9:c1 :q1 4:c1 :q1 1j:2g :3c :47k.417 :49h.421 \
    :49i.423 :49i.424 :49i.22 :49i.426 :49i.428 :49i.429 :49z.53 :4a0.53 :4a1.53 :4a2.53 :4a3.53 \
    :4a4.53 :4a5.53 1g:1o 4:2g 9:30 :4hp 9:13 8:23 :25 1:q0 8:4ho 9:53 :1m :17 2:py 1w:1b 31:4o2 \
    j:2t0*4 b:lm 4:2tk 7:lm :2sv :2u2 3:2tr :2u3 14:1m 5:1m 23:4s5 1s:4t8 s:53.4vl 2:53.4vo \
    2:53.4vs 8:53.4w0 3:53.43m :43m.53 :53.43n :43n.53 :53.43o :43o.53 :53.43p :43p.53 :53.477 \
    :53.47a :53.47b :53.47c :53.47d :53.47f 7:4xh :4wv.3z2 :3z2.4wv 2:477.53 2:47y.53 :486.53 \
    :48b.53 2:492.53 1:49j.53 2:v4.53 2:4c4.53 1:4d7.53 65:526 :52p 4u:56t f:56t o:59k.59k \
    1:59m.59k 8:1cr 2:mg 4a:5cd :5ch 4:5d4 3:5e8 2:5em.5em 64:5kr.5kr 1u:5mm.5mm 28:le 1:lg :13.13 \
    1:mj 2:mm :ml :lq 1:mh :mb*2 e:ly m:2r 3:gs 2:8o 1:i5 1:33 :gk :33 2:d9.33 7:39 3:3a*2 :3e \
    1:bs 1:36 :i4 :qo :5qw 1:u3 :1t :1t.1x :1u 1:1w*2 :b2 :1z*2 :30 :22*5 1:27 :1k :28 :2a :2c*2 \
    :2f :2p :gg :2p :5qa :2q :2s*2 :d9 :x3n :gs :2v 1:2z :36.32 :97 :33 :gk :5qu*2 :34 :38*2 :5r1 \
    :3b :3a :5r9 :67 :3d :61r :hk :qv :2x :36 :39*2 :67 :3d :34 :hk :qv :39.2t 2:2u.ms :36.32.ms \
    :32.ms 1:36.ms :hq.ms :37.ms :38.ms :3e.ms 1:ik 2:2x.mt :2x.mt :34.mt :39.mt :i2.mt 3:2v 8:3d \
    3:gb a:gi :2r :gl :6pu.mt :gs :2u :gv :2v :h1 :2x.mt :2x :2x :2x.mt :il :30.mg :5tx :in \
    :36.32.me :hc :he :32.mg :hg :33.mt :hk :37.mg :hv :bv :i1*2 :39 :39 :i4 :3e :3e.mg :i9 :f1 \
    :27.mt 1a:92k p:1v.me.ld :2r.me.ld 6:1w.me :2s.me a:1x.me.li :2t.me.li a:20.me :2w.me 2:30.mo \
    1:30.lk.ld g:36.32.ld 1:36.32.lj 1:36.32.mb y:2b.li.lj :37.li.lj 1e:2p.13 :37.lj 1:2u 16:30.ll \
    1:30.mb 1g:3d :2p.lv :2p.lw :2p.lv.lc :2p.lw.lc :2p.lv.ld :2p.lw.ld :2p.lv.lf :2p.lw.lf :1t.lv \
    :1t.lw :1t.lv.lc :1t.lw.lc :1t.lv.ld :1t.lw.ld :1t.lv.lf :1t.lw.lf :x3n.lv :x3n.lw :x3n.lv.lc \
    :x3n.lw.lc :x3n.lv.ld :x3n.lw.ld 2:1x.lv :1x.lw :1x.lv.lc :1x.lw.lc :1x.lv.ld :1x.lw.ld \
    2:32.mh.lv :32.mh.lw :32.mh.lv.lc :32.mh.lw.lc :32.mh.lv.ld :32.mh.lw.ld :32.mh.lv.lf \
    :32.mh.lw.lf :20.lv :20.lw :20.lv.lc :20.lw.lc :20.lv.ld :20.lw.ld :20.lv.lf :20.lw.lf :2x.lv \
    :2x.lw :2x.lv.lc :2x.lw.lc :2x.lv.ld :2x.lw.ld :2x.lv.lf :2x.lw.lf :30.lv :30.lw :30.lv.lc \
    :30.lw.lc :30.lv.ld :30.lw.ld :30.lv.lf :30.lw.lf :33.lv :33.lw :33.lv.lc :33.lw.lc :33.lv.ld \
    :33.lw.ld 2:27.lv :27.lw :27.lv.lc :27.lw.lc :27.lv.ld :27.lw.ld 2:39.lv :39.lw :39.lv.lc \
    :39.lw.lc :39.lv.ld :39.lw.ld :39.lv.lf :39.lw.lf 1:2h.lw 1:2h.lw.lc 1:2h.lw.ld 1:2h.lw.lf \
    6:qx.lv.lf :qx.lw.lf 6:q1.lv.lf :q1.lw.lf :2p.lc :2p.ld :x3n.lc :x3n.ld :32.mh.lc :32.mh.ld \
    :2x.lc :2x.ld :33.lc :33.ld :39.lc :39.ld 4:2p.mg.lv :2p.mg.lw :2p.mg.lv.lc :2p.mg.lw.lc \
    :2p.mg.lv.ld :2p.mg.lw.ld :2p.mg.lv.lf :2p.mg.lw.lf :1t.mg.lv :1t.mg.lw :1t.mg.lv.lc \
    :1t.mg.lw.lc :1t.mg.lv.ld :1t.mg.lw.ld :1t.mg.lv.lf :1t.mg.lw.lf :32.mg.mh.lv :32.mg.mh.lw \
    :32.mg.mh.lv.lc :32.mg.mh.lw.lc :32.mg.mh.lv.ld :32.mg.mh.lw.ld :32.mg.mh.lv.lf \
    :32.mg.mh.lw.lf :20.mg.lv :20.mg.lw :20.mg.lv.lc :20.mg.lw.lc :20.mg.lv.ld :20.mg.lw.ld \
    :20.mg.lv.lf :20.mg.lw.lf :qx.mg.lv :qx.mg.lw :qx.mg.lv.lc :qx.mg.lw.lc :qx.mg.lv.ld \
    :qx.mg.lw.ld :qx.mg.lv.lf :qx.mg.lw.lf :q1.mg.lv :q1.mg.lw :q1.mg.lv.lc :q1.mg.lw.lc \
    :q1.mg.lv.ld :q1.mg.lw.ld :q1.mg.lv.lf :q1.mg.lw.lf :2p.li :2p.lg :2p.mg.lc :2p.mg :2p.mg.ld \
    1:2p.lf :2p.mg.lf :1t.li :1t.lg :1t.lc :1t.ld :1t.mg :lv :2x :lv :lf :lk.lf :32.mg.mh.lc \
    :32.mg.mh :32.mg.mh.ld 1:32.mh.lf :32.mg.mh.lf :1x.lc :1x.ld :20.lc :20.ld :20.mg :lv.lc \
    :lv.ld :lv.lf :2x.li :2x.lg :2x.lk.lc :2x.lk.ld 2:2x.lf :2x.lk.lf :30.li :30.lg :30.lc :30.ld \
    1:lw.lc :lw.ld :lw.lf :39.li :39.lg :39.lk.lc :39.lk.ld :34.lv :34.lw :39.lf :39.lk.lf :2h.li \
    :2h.lg :2h.lc :2h.ld :28.lw :lk.lc :lk.ld :13 2:qx.mg.lc :qx.mg :qx.mg.ld 1:qx.lf :qx.mg.lf \
    :27.lc :27.ld 2:q1.mg :ld :lw h:19 :19 :19 :19 :9oc :9oc :30.30 :mr :13 :13 :18 :13 :13.13 \
    :13.13 1:13.13 2:53 1:1a :1a.1a :1a.1a.1a :53 8:33.1b.27.27 :33.1b.27.27.27 :13 :13.13 \
    :13.13.13 :13 :13.13 :13.13.13 1:1o :1q 1:x.x 1:lg 2:1b 1:19 :1b 2:1r.1r :1r.x :x.1r 4:16 \
    3:33.1b.27 :3i 3:13.13.13.13 2:1m 2:8yf :8xu h:27 :2x 2:1g*6 :17 :19 :1p :14*2 :32 :27 :30 \
    :1e*8 :17 :19 :1p :14*2 1:2p :2t :33 :3c :d9 :2w :2z*2 :36.32 :32 :34 :37*2 4:1v.6i3 2:4j \
    :36.32.mw 2:2a.37 :2f.mt 1:2s.mt.mp :x3m :23.mt :2c.6i3 7:30.38 6:11w t:1cr 10:2p.1b.2r \
    :2p.1b.37 :1v :4w.1v 1:2r.1b.33 :2r.1b.39 :b4 :tp :4w.1y :2v :20 :20 :20 :2w :2w.mt :30 :30 \
    :24 :30 1:26 :26.33 2:28*3 :2a :2a 2:2b.25 :2c.1x.24 :2c.25 1:2i 2:c1 :2i :hr 2:1u*2 :2t :2t \
    :1x*2 1:25 :33 :15c*4 :2x 1:1y.1t.2g :qo :3d :pf :ps :bt :wko :wl2 :20hs 1:1w :2s*2 :2x*2 \
    6:30.1b.1j :30.1b.1l :30.1b.30.27 :30.1b.1f :1e.1b.1f :30.1b.1h :1e.1b.1h :1f.1b.1h :1g.1b.1h \
    :30.1b.1i :1h.1b.1i :30.1b.1k :1f.1b.1k :1h.1b.1k :1j.1b.1k :30.1b :30 :30.30 :30.30.30 :30.2e \
    :2e :2e.30 :2e.30.30 :2e.30.30.30 :30.2g :2g :2g.30 :2g.30.30 :24 :1v*2 :25 :2x :2x.2x \
    :2x.2x.2x :2x.3a :3a :3a.2x :3a.2x.2x :3a.2x.2x.2x :2x.3c :3c :3c.2x :3c.2x.2x :30 :2r*2 \
    :36.32 3:au :gk 4:27.1b.1f 7:4i7 3:4iw v:6nm 4:2q6m 3:4ii :4i8 1s:8rz 2:b2 :b2.mw 1:pg 8:ps \
    1:bt :19 1:17.lj :1b :2k :16 :4w :53 4:33.33 4:30 :30.mw :30.30 :30.30.mw 1:3a :11k :2d :hv \
    :hv.hv :hv.hv.hv 1:6r2.6r2 :6r2.6r2.6r2 5:1m 1:19.lj 3:3i 4:3i.mw e:1p.lj :1p.mb.lj 5:1p.lm \
    1:1p.le :1p.li 3:1p.ob 4:6sh 6:1o.1o :1q.1q m:40l :40g :40l.mw :40g.mw f:1f3c :27.mt 2:ig \
    3:27.mt 6:2c :wk5 q:6qv :3a :11k :2d :4ik :53 2:4im d:1o.53 :53.1q :1o.1o.1o :1q.1q.1q k:8yf \
    :53.53.53 4:x3n a:1x :6px 10:6xw 3:7sc*2 m:9j0 n:pg.mq :4ik.mq 1:4w.mq 2:6u3 1:2c.lk :6pz.lk \
    :6va.lk :4w.lk :17t 2:3i.lk :3zp 1:6pz.ms :27.mt 6:2x :34 :qx :2p.mq :x3n.mq :2x.mq :qx.mq :2p \
    4:4hp s:ffs 2:ffs 2:ffs 2:ffs 4:ffs 3:ffs i:6z9 :6z2 :6yz 2:6zx x:30.27 j:73v :30 :7jy \
    23:2k.2k l:30 :1e*8 :30.27 :30.30 :30.1e :30.1f :30.1g :30.1h :30.1i :30.1j :30.1k :30.1l \
    :1e.27 :14.30.15 :14.1e.15 :14.1f.15 :14.1g.15 :14.1h.15 :14.1i.15 :14.1j.15 :14.1k.15 \
    :14.1l.15 :14.30.27.15 :14.30.30.15 :14.30.1e.15 :14.30.1f.15 :14.30.1g.15 :14.30.1h.15 \
    :14.30.1i.15 :14.30.1j.15 :14.30.1k.15 :14.30.1l.15 :14.1e.27.15 :30.1a :1e.1a :1f.1a :1g.1a \
    :1h.1a :1i.1a :1j.1a :1k.1a :1l.1a :30.27.1a :30.30.1a :30.1e.1a :30.1f.1a :30.1g.1a :30.1h.1a \
    :30.1i.1a :30.1j.1a :30.1k.1a :30.1l.1a :1e.27.1a :14.2p.15 :14.2q.15 :14.2r.15 :14.2s.15 \
    :14.2t.15 :14.2u.15 :14.2v.15 :14.2w.15 :14.2x.15 :14.2y.15 :14.2z.15 :14.30.15 :14.36.32.15 \
    :14.32.15 :14.33.15 :14.34.15 :14.35.15 :14.36.15 :14.37.15 :14.38.15 :14.39.15 :14.3a.15 \
    :14.3b.15 :14.3c.15 :14.3d.15 :14.3e.15 :1t*8 :30 :22*h :2p*c :36.32 :32*d :27 l:9oc :9oc \
    1:7b6 b:7bg j:7bw 25:1b 1:2g k:6q6 7:7f0 3:jt 2:7fa 5:7fc 2:6q6 g:739 1:pg 3:6ur :7g6 1:7g6 \
    2:1f3w 3:6uq 5:4ik 2:4ik :4w 2:6ym h:6xe 5:4w y:ig 6:7fl k:1ggu a:8ty 7:70o l:6rz j:4ik \
    6:2jx4.2jxh :2jx4.2jxh.2jxq 1t:1v4 57:14*2 4:1o :1q 2:14*2 :3f :3h v:17 :19 :6v 16:wk5 \
    5:2k.40l :40g.1b 1:1b 1:2k b:2c e:7sc*2 8x:3c :3c 1i:4i8.4ii 1:6o3.6o2 8:4i8.6o2 :6o3.4ii \
    15:8xu m:6yx d:6ym 5:9j0 :6yq 1:6yj e:1f40 2:87u q:1m.6mq :2k :1b.lg 1:1b :2k 6:ig :1f3c :6tz \
    :6tp*2 :6tv*2 5:hv.hv.hv.hv g:4im 2:1q.1q :4ii :17.lm :17.le :17.lf :17.mb :17.mo :17.1e \
    1:19.lv :19.mb 4:3c :3c.lj c:6xl :8bj :6q8 16:3i.lj 3:1p.6i8 5:1m.1m.1p :1p.1p :1p.1p.1p \
    1a:1q.1o 4:4b9 :4b6 17:40g.40l z:1b.1b.1b 1:1b.1b 6m:6n2*4 3b:20.mh 1:23.mh i:2y :2e 6:pf :36 \
    :pg 1:x3m*2 4:20 3:30 1:23 :8o :qj 1:25 1:26 3:27 :33 :ps 1:28 :34 :1v :2r :2c 1:2h 1:py :hk \
    :2g :qv :q0 2:qx 2:1o.53 5:19 1:tk :ug 8:1b 3:1l 1:1f :f1 2:24 :in :1i 9:rw 7:rb 4:7jb f:2k.2k \
    1j:27.mt 5:g5 :2e :1x :b2 6:27.mw 6:53.53.53 :bt 5:30 1:x 2:27 :29 3:ig 3:2g 2:pg 2:4j3 b:8yp \
    3c:5wf 1:lm 2:o8 1:of 6:o3*2 y:19.lk 3:3i.lj :3i.mb 6:40l :40g :14.14 :15.15 :6r9 :6r8 :6rb \
    1:17j 1:4w :53 :170 2:17f 3:61r 3:8xu 1:52 :1p 1t:fh7 :fh6 1:fjv 3:g76 1:aim 2:g1s :i77 :i76 \
    1:ik3 :inu :itt 1:ix0 :b96 :jf0 :jzp 1:k4h 2:l8a :lal :lch :ldh :ldm :m7g :mjv 1:ffw 1:mnh \
    2:p5e 1:ny3 1:oop 1:p5f :p5e 6:paa :pds 3:prt :prt :prt :qj2 :qxw :r5s :r5r :r7l 2:rkw :rvh \
    1:sbq :sdy :sdy 1:tnh :tc5 :tiv*2 :tj3 :tm0 1:tnh 1:tw2 :u06 :u45 :u6m :u72*2 1:u74 :uar 1:ui4 \
    1:unw :uws 2:vc6 :vd0 1:k21 :vgw :l7z :vi7 :o9o :vix 1:fi8 :vj3 c:9oc :ffs :2k :1b :fh5 :fid \
    :fik :fj4 :fju :g1r :g2t :g2z :g3m :g46 :g4r :g68 :g6t :g74 :gbf :ge1 :get :gey :gfs :gg1 :ggs \
    :gh5 :ghu :gja :gjs :gkj :gkj :h7j :h7j :hky :hl6 :hlh :hlz :ho3 :i1c :i2o :i60 :i6n :i76 :i7s \
    :i9a :i9d :ijf :ijp :ik1 :ike :inm :inu :inz :ir8 :iri :irv :is3 :its :iu9 :iur :iwz :jd4 :jee \
    :jez :jzj :jzo :k1z :k2f :k2s :k3d :k4g :k4l :kc0 :kco :kdk :l5s :l7m :l89 :l9v :laj :las :laz \
    :lcf :lck :ldg :m7f :mju :mk6 :mkb :mkf :mkn :ml5 :ml7 :mng :mtg :mtl :n30 :n3a :n4o :n4v :n54 \
    :n5c :n7v :n82 :nee :nel :nfy :ngf :nhq :nob :noi :noz :ny2 :o1k :o1q :o6s :o97 :oah :okz :ooo \
    :p4m :p5d :p6y :p8d :pa9 :pak :paq :pbn :pdr :pe1 :pnn :pnu :po3 :poc :pos :pp7 :ppb :pri :prm \
    :prs :qj1 :qjv :qww :qx8 :qxv :r5q :r63 :r82 :r9c :rp3 :rpi :rpx :rqw :rrx :rxg :rxs :rzn :s6j \
    :s7e :sd7 :sds :sdx :sk1 :sp5 :ssm :sss :ssx :tiv :tj4 :tng :trq :trt :tt4 :tw1 :twe :twi :twp \
    :tzf :u0d :u0j :u0x :u5k :u6z :u73 :uc6 :uc9 :ucs :ujs :ul4 :ulb :un9 :unj :unm :unw :uoq :uzp \
    :vat :vb3 :vc5 :vcr :vcz :vd9 :vdd :veh :vel :vf2 :vf7 :vfk :vgb :vgq :vgy :vil :vj0 :vj4 \
    18:kz :13.13 3:27 :7sc*2 8:6go 1:14*2 4:7vq*2 g:ll :md 5:1b 2:6go 1:gg1 :gg4*2 k:7sc :7sc.9ll \
    w:9kf.lm 2:9ki.lm 2:9kl.lm 2:9ko.lm 2:9kr.lm s:lm :9ll :lm 2:9l4.9l6 :1p 3:fjv 3:ijp 2:gbf \
    :gbf.9ll i:hlh :hlh.9ll 7:ggs :ggs.9ll 1:fik 2:1b :g2z :g2z.9ll :g2z.lm 2:9n6.lm 2:9n9.lm :9ko \
    :9ko.9ll :9ko.lm 2:9nf.lm f:gkj d:53 3:9mb.ggs 1d:3cw :3cw.3cw :3cw.3d5 :3cy :3cy.3d8 :3cy.3de \
    :3cz :3cz.3cz :3d1 :3d1.3cw :3d1.3d2 :3d1.3d3 :3d1.3d5 :3d1.3dc :3d1.3dd :3d1.3de :3d2*2 \
    :3d3.3d3 :3d3.3d5 :3d5 :3d5.3d5 :3d7*2 :3d8.3d8 :3da*5 :3fl :3fl.ffs :3fn :3fn.ffs :3fp \
    :3fp.ffs :3fr :3fr.ffs :3ft :3ft.3fl :3ft.3fl.ffs :3ft.ffs :3fx*2 :3fy.3fp :3fy.3fp.ffs \
    :3fy.ffs :3g2 :9oc :9oc.ffs :ffs 1:3cy.3cy :3cy.3cz :3cy.3d5 :3cy.3eo :3d1.3cw.3d5 :3d1.3cz \
    :3d1.3d3.3d5 :3d1.3eo :3d1.3fd :3d2.3d3 :3d2.3d5 :3d2.3eo :3d2.3d7 :3d3.3cw :3d3.3cz \
    :3d3.3d5.3cw :3d3.3d5.3cz :3d3.3d8 :3d3.3dc :3d3.3d7 :3d3.3d3.3d7 :3d5.3cw :3d5.3cy :3d5.3cz \
    :3d5.3d3 :3d5.3d8 :3eo :3d7.3d7 :3f0 :3d7.3d5 :3d7.3eo :3dd.3d7 :3de.3de :3fd :3fx.3fn \
    :3fx.3fn.ffs :3fx.ffs :3g2.3fr :3g2.3fr.ffs :3g2.ffs :3ha :3ha.ffs 3:9oc :fik :fex :h5n :fey \
    :ffx :fez :n5e :fh5 :ffd :fep :hm1 :h80 :fju 1c:9oc :ffs 1:1b :2k 1:fh7 3:fid :7sc 3:fh6 :fh5 \
    v:14.3cw.15 :14.3cy.15 :14.3cz.15 :14.3d1.15 :14.3d2.15 :14.3d3.15 :14.3d5.15 :14.3d7.15 \
    :14.3d8.15 :14.3da.15 :14.3db.15 :14.3dc.15 :14.3dd.15 :14.3de.15 :14.3cw.3fl.15 \
    :14.3cy.3fl.15 :14.3cz.3fl.15 :14.3d1.3fl.15 :14.3d2.3fl.15 :14.3d3.3fl.15 :14.3d5.3fl.15 \
    :14.3d7.3fl.15 :14.3d8.3fl.15 :14.3da.3fl.15 :14.3db.3fl.15 :14.3dc.3fl.15 :14.3dd.3fl.15 \
    :14.3de.3fl.15 :14.3d8.3fy.15 :14.3d7.3ft.3d8.3fp.3cy.15 :14.3d7.3ft.3de.3fy.15 1:14.9oc.15 \
    :14.fik.15 :14.fex.15 :14.h5n.15 :14.fis.15 :14.g31.15 :14.fer.15 :14.g2z.15 :14.fh9.15 \
    :14.gg1.15 :14.kco.15 :14.m7f.15 :14.ldg.15 :14.kdk.15 :14.ssx.15 :14.h7j.15 :14.k4l.15 \
    :14.kkq.15 :14.kcp.15 :14.ny6.15 :14.glp.15 :14.mm1.15 :14.rs1.15 :14.nz1.15 :14.gc4.15 \
    :14.fkz.15 :14.gos.15 :14.i1y.15 :14.nhf.15 :14.flt.15 :14.rt3.15 :14.ggk.15 :14.nzh.15 \
    :14.fm9.15 :14.pnu.15 :14.po3.15 :gun :inw :k1z :oen 8:28.2c.1x :1e.30 :1e.1e :1e.1f :1e.1g \
    :1e.1h :1e.1i :1e.1j :1e.1k :1e.1l :1f.27 :1f.30 :1f.1e :1f.1f :1f.1g :1f.1h :3cw :3cy*2 \
    :3d1*3 :3d5 :3d7*2 :3da*5 :3cw.3fl :3cy.3fl :3cz.3fl :3d1.3fl :3d2.3fl :3d3.3fl :3d5.3fl \
    :3d7.3fl :3d8.3fl :3da.3fl :3db.3fl :3dc.3fl :3dd.3fl :3de.3fl :3da.3fl.3d2.3cw.3ft \
    :3d8.3fy.3d7.9oc.ffs :3d7.3fy 1:9oc :fik :fex :h5n :fis :g31 :fer :g2z :fh9 :gg1 :kco :m7f \
    :ldg :kdk :ssx :h7j :k4l :kkq :kcp :ny6 :glp :mm1 :rs1 :nz1 :gc4 :o2g :n5j :ho3 :six :g16 :ghc \
    :lig :u11 :fm9 :g49 :l7n :fey :ffx :fez :ijq :gkz :gfv :i3b :i1y :nhf :flt :rt3 :ggk :hlo \
    :1f.1i :1f.1j :1f.1k :1f.1l :1g.27 :1g.30 :1g.1e :1g.1f :1g.1g :1g.1h :1g.1i :1g.1j :1g.1k \
    :1g.1l :1h.27 :30.kco :1e.kco :1f.kco :1g.kco :1h.kco :1i.kco :1j.kco :1k.kco :1l.kco \
    :30.27.kco :30.30.kco :30.1e.kco :20.2v :2t.36.2v :2t.2e :24.2c.1w :9lu :fjv :9ly :ijp :9m2 \
    :gbf :9m5 :9m7 :9m9 :9mb :9md :9mf :9mh :9mj :9ml :hlh :9mp :9ms :9mu :ggs :9my :fik :9n0*2 \
    :1b :g2z :9n6 :9n9 :9ko :9nf :9ni*5 :9no :9nq :9ns*5 :gkj :9nz*4 :fl0.gp8 :9lu.g2z.lm.9oc.ggs \
    :9lu.9nv.9n9.9lt :9lu.9o3.9ko.lm.9lu :9lu.9oc.9nv :fjv.fik.9o3.9m7.9ll :fjv.9o3.9mp \
    :9ly.9m1.9o3 :ijp.9mh.9m7.9oc.ggs.9ll :ijp.9oc.gbf.9oc :9m2.9o3.9mh :9m2.9oc.9nk :gbf.fjv.9nu \
    :gbf.9nt.9mr.ggs :gbf.gkj.9nu.9oc :gbf.9ll.gkj.9o3 :gbf.9ll.9o3.9ni :9m5.9ll.gbf.9ll \
    :9m5.9ll.fik.9oc :9m5.9np.9nu.9oc :9m5.9ll.9nv.hlh.9ll.9oc :9m5.gkj :9m5.gkj.9m7.9ll.9nt.9nk \
    :9m5.gkj.9nl.9oc.ggs.9nv :9m5.gkj.9nz.9mr.ggs :9m7.9ll.9nt.9nk :9m7.9ll.9nt.9nk.ggs.9o3 \
    :9m7.9nv.9mj.9ll.fjv.gkj :9m7.gkj.9oc.9n1 :9m9.9oc.9mh :9mb.9nv.9my :9mb.9oc.9nf.lm \
    :9md.fjv.9m7.9nv :9md.9o3.9mp.9oc.9nk :9mf.9nu.9o3.9m7.9ll :9mj.9o3.9mp :9mj.9o3.ggs \
    :hlh.9ll.9oc.9mh :9mu.9ll.9mf :ggs.9ll.9nv :ggs.9o3 :9my.1b :1b.9mr.ggs :g2z.fjv.9ms \
    :g2z.lm.9oc.9mj.9o3.ggs :g2z.lm.9oc.9ms :g2z.9ll.9oc.9nw.9nv :9n6.lm.9lu.9mh.ggs.9nv \
    :9n6.lm.9m7.9nv :9n6.lm.9mb :9n6.9ll.9nv :9n9.9lt.9nt.9mr.ggs.9ll :9n9.9lv.9oc.ggs \
    :9n9.9ll.9mr.9mf.9lz.9nv :9n9.9nt.9o3 :9ko.9m7.hlh.9oc.9nv :9ko.lm.9ml :9ko.lm.fik.9n6 \
    :9ko.9nv.9ms :9ko.lm.9o3.9mh :9ko.lm.9oc.9mf.9ll :9ko.9ll.9oc.hlh :9nf.lm.fjv.9o3.ggs \
    :9nf.9ll.9nv.ggs :9nf.9o3 :9nf.lm.9o3.ggs.9ll :9nf.9oc.9nv :9nf.9oc.9o3 :9ni.fjv.9m7.gkj \
    :9ni.fjv.9nv :9ni.9mr.g2z :9ni.9nv.9m7 :9ni.9o3.9mf.9nr.9o3 :9nj.9m7.gkj.9o3 :9nj.9nu \
    :9nj.9nu.g2z.9ll.9oc.9nv :9nl.gbf.9ll :9nl.gbf.9ll.ggs.9o3 :9nl.9oc.ggs.9nv :9no.9oc.ggs.9ll \
    :9no.9oc.9nv :9nq.9lu.9o3 :9nu.9mr.ggs.9nv :9nu.9nt :9nv.9n6.lm.9oc :9nv.9oc.9n9.9ll.9nv \
    :9nw.9nk :9nw.9o3.ggs.9m9.9ll.9o3 :9nz.9mr.ggs :27.m9l :30.m9l :1e.m9l :1f.m9l :1g.m9l :1h.m9l \
    :1i.m9l :1j.m9l :1k.m9l :1l.m9l :30.27.m9l :30.30.m9l :30.1e.m9l :30.1f.m9l :30.1g.m9l \
    :30.1h.m9l :30.1i.m9l :30.1j.m9l :30.1k.m9l :30.1l.m9l :1e.27.m9l :1e.30.m9l :1e.1e.m9l \
    :1e.1f.m9l :1e.1g.m9l :2w.28.2p :2s.2p :1t.2d :2q.2p.36 :33.2e :34.2r :2s.36.32 :2s.36.32.1e \
    :2s.36.32.1f :30.2d :inn.jdc :k6l.gp8 :hlz.l7n :k5q.lh7 :kkq.irz.fmi.ny6 :34.1t :32.1t :qk.1t \
    :36.32.1t :2z.1t :23.1u :25.1u :1z.1u :2r.2p.30 :2z.2r.2p.30 :34.1y :32.1y :qk.1y :qk.2v \
    :36.32.2v :2z.2v :20.3e :2z.20.3e :25.20.3e :1z.20.3e :2c.20.3e :qk.30 :36.32.30 :2s.30 :2z.30 \
    :2u.36.32 :32.36.32 :qk.36.32 :36.32.36.32 :2r.36.32 :2z.36.32 :36.32.36.32.1e :2r.36.32.1e \
    :36.32.1e :2z.36.32.1e :36.32.36.32.1f :2r.36.32.1f :36.32.1f :2z.36.32.1f :36.32.1b.37 \
    :36.32.1b.37.1e :28.2p :2z.28.2p :25.28.2p :1z.28.2p :36.2p.2s :36.2p.2s.1b.37 \
    :36.2p.2s.1b.37.1e :34.37 :32.37 :qk.37 :36.32.37 :34.2e :32.2e :qk.2e :36.32.2e :2z.2e :25.2e \
    :34.2f :32.2f :qk.2f :36.32.2f :2z.2f :25.2f :2z.q1 :25.q1 :2p.1a.36.32.1a :1u.35 :2r.2r \
    :2r.2s :1v.1b.2z.2v :1v.33.1a :2s.1u :1z.3d :2w.2p :20.28 :2x.32 :23.23 :23.25 :2z.38 \
    :30.36.32 :30.32 :30.33.2v :30.3c :36.32.2q :36.32.2x.30 :36.32.33.30 :28.20 :34.1a.36.32.1a \
    :28.28.25 :28.2a :37.36 :2b.3a :2f.2q :2e.1b.36.32 :1t.1b.36.32 :30.k4l :1e.k4l :1f.k4l \
    :1g.k4l :1h.k4l :1i.k4l :1j.k4l :1k.k4l :1l.k4l :30.27.k4l :30.30.k4l :30.1e.k4l :30.1f.k4l \
    :30.1g.k4l :30.1h.k4l :30.1i.k4l :30.1j.k4l :30.1k.k4l :30.1l.k4l :1e.27.k4l :1e.30.k4l \
    :1e.1e.k4l :1e.1f.k4l :1e.1g.k4l :1e.1h.k4l :1e.1i.k4l :1e.1j.k4l :1e.1k.k4l :1e.1l.k4l \
    :1f.27.k4l :1f.30.k4l :2v.2p.30 14j:app 1yf:ako 3o:bp7 1y7:9oc 1h:2k 8:1b ci:fp1 1l:ftw \
    10i:gur af:gkj b7:hgh 3j:h7j j:hij e8:hwv mp:ild t:bp6 rr:jee cw:bi9 gp:cov 5:k7u 3w:bmi \
    1b:dhf 60:kfi dl:bs3 1p:kv1 10x:lu0 1rp:npw 10m:or9 mn:kcs z:kcw 5:kcv 11:bp1 a:kcz 11:kd4 \
    p:ph8 2t:kdf pj:q6l 75:qif rg:dyu 2m:ram 7l:rk6 5v:rq4 82:ry7 37:s11 4g:s5z 3v:s8v c6:slq \
    jz:t65 ll:trr 1hm:v9e 3y:vdd 6o:cop y8:w5p 7:vr4 1:vnu 8:wgo :vua 3:vo0 3:wci 9:wcf 3:w4x :w2h \
    :wbv 1:wc5 d:1u :28 :2s :1w :2c 1:1z :23 1:22 :1v :au :2i :1y :6k2 :25*2 :24 :2b :2a 1:g5 :2e \
    :20 2:2f*3 :4f4 :1t :8rz :1x :b2 :30 :27 :2d :11k 1:4bl :1a :18 :1a.1a :1a.18 1:1m :19.1a :1p \
    7i:1a 1h:1e :bs 1:2x 5:qx 2:tm.30 :jt.2q.2x m:ig 6:6i1 c:li 1:jr m:2w.lw 2:27.27 :33.33 :1f3c \
    1:jt.2q :at 3:t4 e:4hl :8s5 r:ip :g5 c:ps 3:2e b:1r 3:1e :le :lg 2:wz7.wz7 v:kr 1:kq h:2c.1f \
    :38.f1 7:37 :1t.1t :2p.2p :1t.27 :2p.33 :1t.2d :2p.39 :1t.2e :2p.3a :1t.2e :2p.3a :1t.2h \
    :2p.3d 2:23.mt 9:27.mt :33.mt 2:27.27 :33.33 a:1e 6:3b.me 8:1f :f1 2:1l 1:x2n 6:38.2u :12 \
    1:x2x e:1m 2:13 2:53 5:x0n 2:1y :2u :1fde :1fei 1:ii :wkk :39 b:1f 5:wk5 :22 :2g :1u :67 :wuk \
    :qx 1m:1v :1y :29 2:9oc :20.mt :33.2t 1i:1us 8f:3cz.3d2 :3cz.3d3 :3cz.3d5 :3cz.3d8 :3d1.3cw \
    :3d1.3cw.3cw :3d1.3cz :3d1.3cz.3cz :3d1.3d2 :3d1.3d3 :3d1.3d3.3d3 :3d1.3d3.3d7 :3d1.3d5 \
    :3d1.3d8 :3d1.3db :3d2.3cw :3d2.3cz :3d2.3d5 :3d3.3d5.3dc :3d3.3db :3d3.3de :3d5.3d5.3d3 \
    :3d7.3d1 :3d7.3de :3d8.3d8.3de :3dc.3dc :3dd.3de :3de.3d5 :3fd.3fd l:8qn g:xi5 y:xjk 8:19e \
    3n:xkx 2:xlv 63:2t 2:2u 7:33 :33.mw :gk.mw 1:d9.33.mw :d9.33.mt 4:36 :36 4:hv :39 3:39 :qv \
    1:qv 4:3d 1:x0n :xtj :30.ms :39 :ux 1:gk.2t :39.33 5:i5 6:5qd :hs :5qz 1:33.m3 :2x 4:5q8 :5qi \
    :5qf 1:g2 1:8s6 :36 1:3b 3:i5 3:ik 2:33.mt 1:gy 2:3e 7:x3n :39.mt 2:at 2:hs 6:3a :37 3:in :2r \
    2:5qw 3:8o 4:33.mt 8ok:3ft.3fr :3ft.3ft.ffs :3fx.3fl :3fx.3fl.ffs :3fx.3fp :3fy.3fr \
    :3fy.ffs.ffs :3g2.3fl.ffs :3g2.3ft :9oc.3fl :9oc.3fp :9oc.3fp.ffs :9oc.3ft :ffs.3fn.3ft \
    :ffs.3fn.ffs :ffs.3fr :ffs.3fr.ffs :ffs.3ft.ffs :ffs.3fx :ffs.3g2 :ffs.ffs :3ha.3fl \
    :3ha.3fp.ffs 4:3cy.3d1 :3cy.3da :3cz.3cz :3cz.3cz.3d3 :3cz.3d3 :3cz.3d5 :3cz.3d5.3cw :3cz.3d8 \
    :3cz.3da :3cz.3dc :3d1.3cw.3cw :3d1.3cw.3de :3d1.3d1.3db :3d1.3d2.3de :3d1.3d3.3cz \
    :3d1.3d3.3dd :3d1.3f0 :3d1.3fd.3de :3d1.3d7 :3d2.3cy :3d2.3cy.3cy :3d2.3d2 :3d2.3d3.3d5 \
    :3d2.3d8 :3d3.3cz :3d3.3d1.3dd :3d3.3d2 :3d3.3d3 :3d3.3d5.3cz :3d3.3d8 :3d3.3da :3d5.3d2 \
    :3d5.3d3.3d7 :3d5.3d5.3cw :3d5.3d5.3cz :3d5.3eo :3d5.3d8 :3d5.3da :3d5.3dc :3d1.3de :3eo.3d3 \
    :3eo.3d3.3d7 :3f0.3d2 :3f0.3de :3d8.3d3 :3d8.3d3.3d3 :3d8.3d8 :3dd.3d5 :3dd.3dc 6nw:trr 39:slq \
    5t:2u.2u :2u.2x :2u.30 :2u.2u.2x :2u.2u.30 :37.38 :37.38 c:12s.12u :12s.12d :12s.12j :132.12u \
    :12s.12l 5:13.mb 1:13.13.14n :15u :15c :15f*2 :15n*3 :160 :162 :17 :161.lj :161.lj :161.14s.lj \
    :161.14s.lj 7:30.14s 2:3a.14s :13.14s 7:33.14s 9:30.lj 3:15c.15o :19t :19t :1a3 :1a3 :1a3 :1a3 \
    :18p.1cr :18p.1cr :18p.1cr :18p.1cr :1a8 :1a8 :1a8 :1a8 :1a2 :1a2 :1a2 :1a2 :1a7 :1a7 :1a7 \
    :1a7 :18p.179 :18p.179 :18p.179 :18p.179 :1b5.1cr :1b5.1cr :1b5.1cr :1b5.1cr :1ba :1ba :1ba \
    :1ba :1ac :1ac :1ac :1ac :1ab :1ab :1ab :1ab :1ae :1ae :1ae :1ae*2 :1af :1af :1af :1al :1al \
    :1ak :1ak :17z.1cr :17z.1cr :17z.179 :17z.179 :181.1cr :181.1cr :181.179 :181.179 :18j :18j \
    :18j :18j :1bj :1bj :1bj :1bj :1bn :1bn :1bn :1bn :1bl :1bl :1bl :1bl :18p :18p :18p.179 \
    :18p.179 :18p.179 :18p.179 :33.190 :33.190 :33 :33 :33 :33 :33 :33 :33 :33 :18p :18p :18p.190 \
    :18p.190 x:18j.1cr :18j.1cr :18j.1cr :18j.1cr :18o.lv :18o.lv :18o.li :18o.li :18o.19s \
    :18o.19s :18o.lv.19w :18o.1cr :18o.1cr :1c5 :1c5 :18o.le :18o.le :1a3 :1a3 :1a3 :1a3 :18p :18p \
    :18p.190.30 :18p.190.30 :18p.190.33 :18p.190.33 :18p.190.18o :18p.190.18o :18p.190.18o.lv \
    :18p.190.18o.lv :18p.190.18o.li :18p.190.18o.li :18p.190.18o.19s :18p.190.18o.19s :18p.190.1a3 \
    :18p.190.1a3 :18p.190.1a3 :18p.190.18p :18p.190.18p :18p.190.18p :18p :18p :18p :18p \
    :18p.190.17w :18p.190.17x :18p.190.18l :18p.190.18p :18p.190.18p :17s.17w :17s.17x :17s.17y \
    :17s.18l :17s.18p :17s.18p :17u.17w :17u.17x :17u.17y :17u.18l :17u.18p :17u.18p :18p.1cr.17w \
    :18p.1cr.18l :18p.1cr.18p :18p.1cr.18p :17w.17x :17w.18l :17x.17w :17x.18l :17y.17w :17y.17x \
    :17y.18l :183.17w :183.17x :183.17y :183.18l :185.17x :185.18l :186.17w :186.17x :186.17y \
    :186.18l :187.17x :187.18l :188.18l :189.17w :189.18l :18a.17w :18a.18l :18h.17w :18h.17x \
    :18h.17y :18h.18l :18h.18p :18h.18p :18i.17x :18i.18l :18i.18p :18i.18p :18j.30 :18j.17w \
    :18j.17x :18j.17y :18j.18k :18j.18l :18j.18p :18j.18p :18k.17w :18k.17x :18k.17y :18k.18l \
    :18k.18p :18k.18p :18l.17w :18l.17x :18l.17y :18l.18l :18l.18p :18l.18p :18m.17w :18m.17x \
    :18m.17y :18m.18l :18m.18p :18m.18p :33.17w :33.18l :33.18p :33.18p :18p.17w :18p.17x :18p.17y \
    :18p.18l :18p.18p :18p.18p :180.19s :181.19s :18p.19s :18s.18x :18t.18x :18x.ld :18x.lv \
    :18w.18x :18x.19s :18p.190.181 :18p.190.182 :18p.190.18l :18p.190.18m :18p.190.18p \
    :18p.190.18p :17s.181 :17s.182 :17s.18l :17s.18m :17s.18p :17s.18p :17u.181 :17u.182 :17u.18l \
    :17u.18m :17u.18p :17u.18p :18p.1cr.181 :18p.1cr.182 :18p.1cr.18l :18p.1cr.18m :18p.1cr.18p \
    :18p.1cr.18p :18h.18p :18h.18p :18i.18p :18i.18p :18j.30 :18j.18k :18j.18l :18j.18p :18j.18p \
    :18k.18l :18k.18p :18k.18p :18l.30 :18l.18l :18m.181 :18m.182 :18m.18l :18m.18m :18m.18p \
    :18m.18p :18p.19s :18p.181 :18p.182 :18p.18l :18p.18m :18p.18p :18p.18p :18p.190.17w \
    :18p.190.17x :18p.190.17y :18p.190.18l :18p.190.33 :17s.17w :17s.17x :17s.17y :17s.18l :17s.33 \
    :17u.17w :17u.17x :17u.17y :17u.18l :17u.33 :18p.1cr.18l :17w.17x :17w.18l :17x.17w :17x.18l \
    :17y.17w :17y.18l :183.17w :183.17x :183.17y :183.18l :185.17x :185.17y :185.18l :186.17w \
    :186.17x :186.17y :186.18l :187.17x :188.18l :189.17w :189.18l :18a.17w :18a.18l :18h.17w \
    :18h.17x :18h.17y :18h.18l :18i.17x :18i.18l :18j.17w :18j.17x :18j.17y :18j.18k :18j.18l \
    :18k.17w :18k.17x :18k.17y :18k.18l :18k.33 :18l.17w :18l.17x :18l.17y :18l.18l :18m.17w \
    :18m.17x :18m.17y :18m.18l :18m.33 :33.17w :33.18l :33.19s :18p.17w :18p.17x :18p.17y :18p.18l \
    :18p.33 :18p.190.18l :18p.190.33 :17s.18l :17s.33 :17u.18l :17u.33 :18p.1cr.18l :18p.1cr.33 \
    :183.18l :183.33 :183.1cr.18l :183.1cr.33 :18j.18k :18j.18l :18k.18l :18m.18l :18m.33 :18p.18l \
    :18p.33 :18g.18x.ld :18g.18x.lv :18g.18w.18x :187.18p :187.18p :189.18p :189.18p :18a.18p \
    :18a.18p :183.18p :183.18p :183.1cr.18p :183.1cr.18p :17x.18p :17x.18p :17w.18p :17w.18p \
    :17y.18p :17y.18p :185.18p :185.18p :186.18p :186.18p :183.1cr.17w :183.1cr.17x :183.1cr.17y \
    :183.1cr.18l :183.1cr.181 :183.181 :185.181 :186.181 :187.18p :187.18p :189.18p :189.18p \
    :18a.18p :18a.18p :183.18p :183.18p :183.1cr.18p :183.1cr.18p :17x.18p :17x.18p :17w.18p \
    :17w.18p :17y.18p :17y.18p :185.18p :185.18p :186.18p :186.18p :183.1cr.17w :183.1cr.17x \
    :183.1cr.17y :183.1cr.18l :183.1cr.181 :183.181 :185.181 :186.181 :183.1cr.17w :183.1cr.17x \
    :183.1cr.17y :183.1cr.18l :183.33 :183.1cr.33 :187.18l :183.17w :183.17x :183.17y :183.1cr.17w \
    :183.1cr.17x :183.1cr.17y :187.18l :188.18l :30.ln :30.ln :14*2 g:17u.17w.18l :17u.17x.17w \
    :17u.17x.17w :17u.17x.18l :17u.17y.18l :17u.18l.17w :17u.18l.17x :17u.18l.17y :17w.18l.17x \
    :17w.18l.17x :17x.18l.18p :17x.18l.18p :183.17x.17w :183.17w.17x :183.17w.18p :183.18l.17x \
    :183.18l.17x :183.18l.17w :183.18l.18l :183.18l.18l :185.17x.17x :185.17x.17x :185.18l.18l \
    :183.1cr.17x.18l :183.1cr.17x.18l :183.1cr.17w.18p :183.1cr.18l.17y :183.1cr.18l.17y \
    :183.1cr.18l.18l :183.1cr.18l.18l :186.17x.18p :186.17y.18l :186.17y.18l :187.18l.17x \
    :187.18l.17x :187.18l.18l :187.18l.18p :189.17w.18l :189.18l.18l :189.18l.18l :189.18l.18p \
    :18a.18l.18l :18a.18l.18p :18a.18l.18p :18h.17y.18l :18h.17y.18l :18i.18l.17x :18i.18l.18l \
    :18k.17x.18l :18k.17x.18p :18k.17x.18p :18k.17w.17w :18k.17w.17w :18k.17y.18l :18k.17y.18l \
    :18k.18l.17x :18k.18l.17x :18l.17x.17w :18l.17x.18l :18l.17x.18p :18l.17w.17x :18l.17w.18l \
    :18l.17y.17w :18l.17y.18l 2:18l.17w.17y :33.18l.17w :33.18l.18l :18m.17x.18l :18m.17x.18p \
    :18m.17w.18l :18m.17w.18l :18m.17w.18p :18m.18l.18p :18m.18l.18p :18p.18l.18l :18p.18l.18l \
    :17s.17y.18p :17u.17w.18p :17u.17w.18p :17u.17y.18p :17u.17y.18p :17u.18l.18p :17u.18l.18p \
    :17w.18l.18p :17w.17x.18p :17w.18l.18p :183.17y.18p :185.17x.18p :183.1cr.17x.18p :186.17x.18p \
    :18k.17w.18p :18k.18l.18p :18p.17x.18p :18p.17w.18p :18p.18l.18p :18l.18l.18p :18i.18l.18p \
    :18m.17x.18p :18i.18l.17x :18k.17x.18l :189.18l.18p :18j.18l.18p :18m.17w.17x :18l.17y.18p \
    :18k.17w.18l :18j.18l.18l :18k.17w.18l :18m.17w.17x :17w.17x.18p :17x.17w.18p :18l.17w.18p \
    :18h.18l.18p :17s.17x.18p :18j.18l.18l :189.17w.18l :185.18l.18l :183.17y.18p :18m.17w.18p \
    14:185.18k.18p :18i.18k.18p :30.18k.18k.33 :30.18j.17s.181 :18l.17x.18l.17z :185.18k.189.18l \
    :181.183.18o.18k :189.18k.18p.33 :18o.183.18k.18l :185.18k.18p \
    :185.18k.18p.30.18k.18k.33.189.18k.18p.33.18o.183.18k.18l :17w.18k.17w.18k.30.18k.33 \
    :181.18p.30.18k j:18 :9hd :kz :1m*2 :x :1r :9hy*2 :1a.1a.1a m:1a.1a :9oc :19 :2n :2n :14*2 :3f \
    :3h :14*2 :9hs*2 :9hm*2 :7sc*2 :9ho*4 2:2j :2l :lg :lg :lg :lg :2n :2n :2n :18 :9hd :1a 1:1n \
    :1m :1r :x :9oc :14*2 :3f :3h :14*2 :z :12 :16*2 :19 :1o :1q :1p 1:2k :10 :33.1b.27 :1s 4:ln \
    :18g.ln :18s 1:18t 1:ld :18g.ld :lv :18g.lv :18w :18g.18w :18x :18g.18x :lm :18g.lm :17l \
    :30.lf :30.lf :30.190 :30.190 :18o.190 :18o.190 :30.191 :30.191 :18p.190 :18p.190 :18p.190 \
    :18p.190 :30 :30 :17s :17s :17s :17s*2 :17t*2 :17u :17u :17u :18p.1cr :18p.1cr :18p.1cr \
    :18p.1cr :17w :17w :17w :17w*2 :17x :17x :17x*2 :17y :17y :17y*2 :17z*2 :180*2 :181*2 :182*2 \
    :183 :183 :183 :183.1cr :183.1cr :183.1cr :183.1cr :185 :185 :185 :185*2 :186 :186 :186*2 :187 \
    :187 :187*2 :188 :188 :188*2 :189 :189 :189*2 :18a :18a :18a :18h :18h :18h :18h*2 :18i :18i \
    :18i*2 :18j :18j :18j*2 :18k :18k :18k*2 :18l :18l :18l*2 :18m :18m :18m :33 :33 :33 :33 :18o \
    :18o*2 :18p :18p :18p :18p :18p :18k.30.lf :18k.30.lf :18k.30.190 :18k.30.190 :18k.30.191 \
    :18k.30.191 :18k.30 :18k.30 4:x :13.13 :z*2 :33.1b.27 :12*a :27 :30 :1e*n :30 :22*m :13 :2p*c \
    :36.32 :32*e :30 :3h*2 :879*2 :kz :9ho*2 :9hd :53 :9o2 :9lt :9lv :9lx :9lz :9m1 :9nn :9np :9nr \
    :9mr :9oc :9lu :fjv :9ly :ijp :9m2 :gbf :9m5 :9m7 :9m9 :9mb :9md :9mf :9mh :9mj :9ml :hlh :9mp \
    :9ms :9mu :ggs :9my :fik :9n0*2 :1b :g2z :9n6 :9n9 :9ko :9nf :9ni*5 :9no :9nq :9ns*5 :gkj :9nz \
    :9o3 :9ll :lm 1:3cw :3cw.3cw :3cw.3d5 :3cy :3cy.3d8 :3cy.3de :3cz :3cz.3cz :3d1 :3d1.3cw \
    :3d1.3d2 :3d1.3d3 :3d1.3d5 :3d1.3dc :3d1.3dd :3d1.3de :3d2*2 :3d3.3d3 :3d3.3d5 :3d5 :3d5.3d5 \
    :3d7*2 :3d8.3d8 :3da*5 3:3fl :3fl.ffs :3fn :3fn.ffs :3fp :3fp.ffs 2:3fr :3fr.ffs :3ft :3ft.3fl \
    :3ft.3fl.ffs :3ft.ffs 2:3fx*2 :3fy.3fp :3fy.3fp.ffs :3fy.ffs :3g2 2:9oc :9oc.ffs :ffs 3:2r.mw \
    :4j :4s :lg :4m :2h.mt :2f.mt 1:7b6 :6mo :4i7 :6mq*2 :6q6 :4w 7m:53 3w:26.lm 7:2g.mt :2e.mt \
    :30.mt.30.mt.2b.mt :30.mt.30.mt 6:8vc 69:1u 2:pg :1x*2 2:30 2:g5 2:2g 1:27 1:4ik :28 :2b*2 \
    3:17 4:1t*3 :pg 1:1y 5:27 1:rc 2:25 :2c :2h :py :2g :q0*2 1:8xs m:20 h:17z 2:18o 3:187 9:185 \
    2:2i b:1u*2 6:30 7:25 :rc 2:2c 1:2g 2:1k 4:16 :30 1:2g 4u:1f9e 1:1f9v 19:b4 2:27 c:wl2 3:1v \
    5:24 3:8s0 :2b 2:au 1:t4 3:x3n :ii 1:33 g:2r 1:hj 2:gu :in 4:37 2:gk 1:5qm 2a:1fgm f:g5 3:2a \
    7:xv 5:27 :ig :66 8:sr :2d 1:4iu :q0 :1j 5:i4 2:qj e:33 :wvd a:39 2:qw p:26 2:27 1:23 3:1v :2e \
    7:1y :24 :2g gp:1m :k1 :2p.2t :ih :2q.lw 1:2s.3e :xuu :2s.i9 :2s.f1 :2s.mg :2s.lw :5u9 :go :gu \
    :2u.97 :h0 :gy :2v.lw :ij :2w.mt :ik :h3 :hw :30.37 :30.3e :h8 :2mmc :x3i :30.f1 :2mmd :i6 \
    :2mme :33.mw :33.5qf :hj :35 :hm :2mmg :36.mg :hq :hs :38.gl :38.37 :xuv :38.hv :i0 :8s1 1:3d \
    :ip*2 :ig :30 :30.30 :ci :2mmi :2mn2 hr:mb l:1a 6:1gly.1gly iq:1h2d 1:1h1e qm:1v4 7f:1v4 2:mb \
    :1tm f:xdo :xdn 1:6rs 81:lm 7m:1ik4.1iki.1ij6 5:1ik4.1iki.1ijc a:1ik4.1iki.1ijn \
    5:1ik4.1iki.1ijt 2:1ik4.1iki.1ijw 1:1ik4.1iki.1ijy s:1ikr.1ikr 1x:1w8 1:1wa 1:1wc 1:1we*2 \
    1:1wh 1:1wy :1wk*5 :1wq 3:1wu*2 :1ws :1wj :1ww 1:1x3*2 1:1xa*2 7:1xj 1:1xj.1inu :1xj.1xa :1xz \
    :1xj.1xz :li.lj 1:1vn :1xp :mb :1x9 :3b.lj a:27 :1yf*2 3:1yk 75:1ite :1ite*3 :1iuq*2 \
    2s:1iyp.1iyp 59:36.32 5:3a 3:3b 3:3b :3b b4:2e 1:1y :24 :2h 1:1x 1:6pz :2i 2:1l 1:1x :1g 2:24 \
    2:27 1:4ik :2d 2:1h :2c 3:3a :37 :1y :2x :3e 1:1j 1:33 1:1f 1:1l 1:x3n 6:1i :1l :33 :39 3:3d \
    3:27 2:36.32 :19l :2i :2f 2:1v 2:2g 2:2f 2:1v dv:1jvp.1jvz :1jvp.1jw0 :1jvp.1jvp \
    :1jvp.1jvp.1jvz :1jvp.1jvp.1jw0 1:1jvv.1jvz :1jvv.1jvv :1jvv.1jvv.1jvz 5:1jw3.1jvz :1jw3.1jw0 \
    :1jw3.1jw3 :1jw3.1jw3.1jvz :1jw3.1jw3.1jw0 95:1k5d.1k5d 33:1k8a p1:1fa2 3pc:1ggu bv1:pf :2e \
    1:2c b:24 3:pg 1:wuw 9:wl2 1:30 4:b4 7:2a 4:2b :1f 1:g5 1:1q :1t 1:2d :2h d:13 :13 jb5:3f \
    2g:1a 44:zi 3:1f 4:t4 1:2e 1:2k 2:1j :1y :1f3w :wl2 :2a :8rz 2:27.mt :6kk :wk5 4:b4 :v4 7:24 \
    :wl2 4:x6j 5:1o :1q :6tr*2 :1b :2k 3:4i3 5:11k ca:1t*8 :30 :22*h :2p*c :36.32 :32*d :1t*8 :30 \
    :22*h :2p*7 1:2x*4 :36.32 :32*d :1t*8 :30 :22*h :2p*c :36.32 :32*d :1t 1:1v*2 2:1z 2:22*2 \
    2:26*4 1:2b*8 :2p*4 1:2u 1:2w*5 :36.32 :32 1:34*b :1t*8 :30 :22*h :2p*c :36.32 :32*d :1t*2 \
    1:1w*4 2:22*8 1:2b*7 1:2p*c :36.32 :32*d :1t*2 1:1w*4 1:30 :22*4 1:27 3:2b*7 1:2p*c :36.32 \
    :32*d :1t*8 :30 :22*h :2p*c :36.32 :32*d :1t*8 :30 :22*h :2p*c :36.32 :32*d :1t*8 :30 :22*h \
    :2p*c :36.32 :32*d :1t*8 :30 :22*h :2p*c :36.32 :32*d :1t*8 :30 :22*h :2p*c :36.32 :32*d :1t*8 \
    :30 :22*h :2p*c :36.32 :32*d :2x :fr 2:1t*2 :pf*2 :1x :2i :20 :27.mt :30 :23 :g5 :25*2 :pq :27 \
    :ps :28 :27.mt :bt :2c :2h :py :2g :q0*2 :6pz :2p :67 :3d :61r :x3n :qe :32.mh :27.mt :2x :8o \
    :qj*2 :3a :qm :33 :qo :34 :qq :33 :5qz :39 :hk :qv*3 :6pu :x3n :27.mt :8o :hk :34 :qo :1t*2 \
    :pf*2 :1x :2i :20 :27.mt :30 :23 :g5 :25*2 :pq :27 :ps :28 :27.mt :bt :2c :2h :py :2g :q0*2 \
    :6pz :2p :67 :3d :61r :x3n :qe :32.mh :27.mt :2x :8o :qj*2 :3a :qm :33 :qo :34 :qq :33 :5qz \
    :39 :hk :qv*3 :6pu :x3n :27.mt :8o :hk :34 :qo :1t*2 :pf*2 :1x :2i :20 :27.mt :30 :23 :g5 \
    :25*2 :pq :27 :ps :28 :27.mt :bt :2c :2h :py :2g :q0*2 :6pz :2p :67 :3d :61r :x3n :qe :32.mh \
    :27.mt :2x :8o :qj*2 :3a :qm :33 :qo :34 :qq :33 :5qz :39 :hk :qv*3 :6pu :x3n :27.mt :8o :hk \
    :34 :qo :1t*2 :pf*2 :1x :2i :20 :27.mt :30 :23 :g5 :25*2 :pq :27 :ps :28 :27.mt :bt :2c :2h \
    :py :2g :q0*2 :6pz :2p :67 :3d :61r :x3n :qe :32.mh :27.mt :2x :8o :qj*2 :3a :qm :33 :qo :34 \
    :qq :33 :5qz :39 :hk :qv*3 :6pu :x3n :27.mt :8o :hk :34 :qo :1t*2 :pf*2 :1x :2i :20 :27.mt :30 \
    :23 :g5 :25*2 :pq :27 :ps :28 :27.mt :bt :2c :2h :py :2g :q0*2 :6pz :2p :67 :3d :61r :x3n :qe \
    :32.mh :27.mt :2x :8o :qj*2 :3a :qm :33 :qo :34 :qq :33 :5qz :39 :hk :qv*3 :6pu :x3n :27.mt \
    :8o :hk :34 :qo :1y :rh 2:27 :30 :1e*8 :27 :30 :1e*8 :27 :30 :1e*8 :27 :30 :1e*8 :27 :30 :1e*8 \
    1m8:2p :1i :ih :36 :tw :2t :ty :gs :5qm :8o :u3 :i5 :33 :qo :34 :2r :5qz :3d :hk :3c :ue*3 \
    :at.2x :ul*2 :ww9 :d9 :2x*2 :33.mt :3d :2x :2p :1i :ih :36 :tw :2t :ty :gs :5qm :8o :u3 :33 \
    :qo :2r :3d :hk :3c :ue*3 :jt.2q :at.2x :36.13 :2x :37 :v3 :2r.me :jt.2q.2x :3d.mt 1nd:30 :6qo \
    :19f 1:1k :6pu :6pu.mt 10y:30 :17s :17w :17z 1:18o :182 :17x :187 :18p :18j*4 :183 :189 :18h \
    :185 :18i :181 :183.1cr :17u :18p.1cr :17y :180 :186 :188 :18a :18p :18p :1b5 :1b5 1:17s :17w \
    1:33 2:17x 1:18p :18j*4 :183 :189 :18h :185 :18i 1:183.1cr :17u :18p.1cr :17y 1:186 1:18a \
    6:17w 4:17x 1:18p 1:18k 1:18m :183 :189 1:185 :18i 1:183.1cr 2:17y 1:186 1:18a 1:18p 1:1b5 \
    1:17s :17w 1:33 2:17x :187 :18p :18j 1:18l*2 :183 :189 :18h :185 :18i 1:183.1cr :17u :18p.1cr \
    :17y 1:186 :188 :18a :18p 1:1b5 1:30 :17s :17w :17z :33 :18o :182 :17x :187 :18p 1:18k*3 :183 \
    :189 :18h :185 :18i :181 :183.1cr :17u :18p.1cr :17y :180 :186 :188 :18a 5:17s :17w :17z 1:18o \
    :182 :17x :187 :18p 1:18k*3 :183 :189 :18h :185 :18i :181 :183.1cr :17u :18p.1cr :17y :180 \
    :186 :188 :18a g4:27.1a :27.18 :30.18 :1e.18 :1f.18 :1g.18 :1h.18 :1i.18 :1j.18 :1k.18 :1l.18 \
    4:10.6hs :14.1t.15 :14.1u.15 :14.1v.15 :14.1w.15 :14.1x.15 :14.1y.15 :14.1z.15 :14.20.15 \
    :14.30.15 :14.22.15 :14.23.15 :14.24.15 :14.25.15 :14.26.15 :14.27.15 :14.28.15 :14.29.15 \
    :14.2a.15 :14.2b.15 :14.2c.15 :14.2d.15 :14.2e.15 :14.2f.15 :14.2g.15 :14.2h.15 :14.2i.15 \
    :14.2b.15 :1v :2a :1v.1w :2f.2i 1:1t*8 :30 :22*h :20.2e :25.2e :2b.1w :2b.2b :28.28.2e :2f.1v \
    q:25.1v :25.1w :25.2a :2r.2r.9.6hp :1v.6hs x:1w.22 33:9kr.9jf :9mb.9mb :9md d:jez :i1j :gjw \
    :9mu.9ll :fik :hlm :r8j :hm1 :fj8 :k68 :mch :k2h :g99 :ivg :g3x :k34 :g7x :oqq :n4v :rs9 :hkg \
    :gmx :lxw :jh1 :jmd :9oc :fex :si2 :ijq :ffx :gkz :jk7 :rxs :jf7 :o01 :o6y :glk :lts :kcp :kco \
    :n5f :gaa :gxi :sp9 4:14.kdo.15 :14.fex.15 :14.fik.15 :14.i2x.15 :14.m9l.15 :14.jf7.15 \
    :14.nh3.15 :14.gd9.15 :14.k0n.15 7:ivr :gkv 5c:7jx 5:7jy :7jx rq:29.1x :wuw :pg 1:1f3w 2:1t.2a \
    :2e.5wk 1:7jd 9:27.mt j:1f3c h:89r h:1v 7:4ik :6u9 6:37.37.37 1:6rz 9:2c 2:25.1u :2e.1u 4:6u8 \
    vy:27 :30 :1e*8 73i:7sc 16ou:fp1
    """
}
