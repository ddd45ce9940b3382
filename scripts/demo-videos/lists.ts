import { amber, blue, box, during, faint, green, group, grow, picture, text, type Scene } from './draw.ts'

const letters = ['a', 'b', 'c', 'd', 'e'] as const
const GRID = { x: 190, y: 210, w: 116, h: 100 }

interface Step {
  from: number
  to: number
  code: string
  result: string
  picks: readonly number[]
  counts: 'front' | 'back'
}
const steps: readonly Step[] = [
  { from: 4.5, to: 9, code: 'letters[0]', result: "'a'", picks: [0], counts: 'front' },
  { from: 9, to: 13, code: 'letters[2]', result: "'c'", picks: [2], counts: 'front' },
  { from: 13, to: 17.5, code: 'letters[-1]', result: "'e'", picks: [4], counts: 'back' },
  { from: 17.5, to: 23, code: 'letters[1:4]', result: "['b', 'c', 'd']", picks: [1, 2, 3], counts: 'front' },
  { from: 23, to: 28, code: 'letters[:2]', result: "['a', 'b']", picks: [0, 1], counts: 'front' },
]

const stepText = (t: number, step: Step): string => {
  const visible = during(t, step.from, step.to)
  if (visible === 0) return ''
  const resultOpacity = grow(t, step.from + 1.4) * visible
  return (
    text(330, 440, step.code, { mono: true, size: 34, fill: blue, opacity: visible, weight: 700 }) +
    text(520, 440, '→', { size: 34, fill: faint, opacity: resultOpacity }) +
    text(560, 440, step.result, {
      mono: true,
      size: 30,
      fill: green,
      anchor: 'start',
      opacity: resultOpacity,
      weight: 700,
    })
  )
}

export const lists: Scene = {
  name: 'list-positions',
  seconds: 28,
  posterAt: 20.5,
  draw: (t) =>
    picture(
      text(480, 70, "letters = ['a', 'b', 'c', 'd', 'e']", { mono: true, size: 28, opacity: grow(t, 0.2) }),
      ...letters.map((letter, index) => {
        const x = GRID.x + index * GRID.w
        const picked = Math.max(
          ...steps.map((step) => (step.picks.includes(index) ? during(t, step.from + 0.7, step.to) : 0)),
        )
        const countsFromFront = steps.some((step) => step.counts === 'front' && t >= step.from && t < step.to)
        const countsFromBack = steps.some((step) => step.counts === 'back' && t >= step.from && t < step.to)
        return group(
          grow(t, 0.8 + index * 0.2),
          box(x, GRID.y, GRID.w - 10, GRID.h),
          box(x, GRID.y, GRID.w - 10, GRID.h, { fill: '#fff3dc', stroke: amber, width: 4, opacity: picked }),
          text(x + (GRID.w - 10) / 2, GRID.y + GRID.h / 2, letter, { size: 46, weight: 700 }),
          text(x + (GRID.w - 10) / 2, GRID.y - 28, String(index), {
            size: 26,
            mono: true,
            fill: countsFromFront ? blue : faint,
            weight: countsFromFront ? 700 : 500,
            opacity: grow(t, 2.4 + index * 0.2),
          }),
          text(x + (GRID.w - 10) / 2, GRID.y + GRID.h + 28, String(index - letters.length), {
            size: 26,
            mono: true,
            fill: countsFromBack ? blue : faint,
            weight: countsFromBack ? 700 : 500,
            opacity: grow(t, 3.4 + (4 - index) * 0.15),
          }),
        )
      }),
      ...steps.map((step) => stepText(t, step)),
    ),
  cues: [
    {
      from: 0.2,
      to: 2.4,
      en: 'A list of five letters, in order.',
      hi: 'पाँच अक्षरों की एक सूची, क्रम में।',
      ar: 'قائمة من خمسة أحرف بالترتيب.',
    },
    {
      from: 2.4,
      to: 4.5,
      en: 'Positions count from 0 at the front, and from minus 1 at the back.',
      hi: 'स्थान आगे से 0 से गिने जाते हैं और पीछे से ऋण 1 से।',
      ar: 'تُعدّ المواضع من 0 في البداية، ومن سالب 1 في النهاية.',
    },
    {
      from: 4.5,
      to: 9,
      en: 'Position 0 is the first letter: a.',
      hi: 'स्थान 0 पहला अक्षर है: a।',
      ar: 'الموضع 0 هو الحرف الأول: a.',
    },
    {
      from: 9,
      to: 13,
      en: 'Position 2 is the third letter, c: two steps away from the start.',
      hi: 'स्थान 2 तीसरा अक्षर है, c: शुरुआत से दो क़दम दूर।',
      ar: 'الموضع 2 هو الحرف الثالث c: على بعد خطوتين من البداية.',
    },
    {
      from: 13,
      to: 17.5,
      en: 'Minus 1 is always the last one, however long the list is: e.',
      hi: 'ऋण 1 हमेशा अंतिम होता है, सूची कितनी भी लंबी हो: e।',
      ar: 'سالب 1 هو الأخير دائمًا مهما طالت القائمة: e.',
    },
    {
      from: 17.5,
      to: 23,
      en: 'A slice from 1 to 4 takes positions 1, 2 and 3. The end itself, 4, stays outside.',
      hi: '1 से 4 तक का टुकड़ा स्थान 1, 2 और 3 लेता है। अंत, यानी 4, बाहर रहता है।',
      ar: 'الشريحة من 1 إلى 4 تأخذ المواضع 1 و2 و3. أما النهاية 4 فتبقى خارجها.',
    },
    {
      from: 23,
      to: 28,
      en: 'Leave out the start and the slice begins at the front: the first two letters.',
      hi: 'शुरुआत न लिखें तो टुकड़ा आगे से शुरू होता है: पहले दो अक्षर।',
      ar: 'إن حذفت البداية بدأت الشريحة من الأول: أول حرفين.',
    },
  ],
}
