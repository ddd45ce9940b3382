import { amber, blue, faint, group, grow, ink, mix, picture, red, segment, text, type Scene } from './draw.ts'

const AXIS = { x: 90, y: 330, w: 780, max: 100 }
const LAST_FROM = 28
const LAST_TO = 90
const MOVE_AT = 13
const MOVE_SECONDS = 4
const fixed = [20, 22, 24, 26] as const

const positionOf = (value: number) => AXIS.x + (value / AXIS.max) * AXIS.w
const lastValueAt = (t: number) => mix(LAST_FROM, LAST_TO, grow(t, MOVE_AT, MOVE_SECONDS))
const meanAt = (t: number) =>
  (fixed.reduce((sum, value) => sum + value, 0) + lastValueAt(t)) / (fixed.length + 1)

const dot = (value: number, fill: string, opacity: number) =>
  `<circle cx="${positionOf(value).toFixed(1)}" cy="${AXIS.y - 22}" r="11" fill="${fill}" opacity="${opacity.toFixed(3)}"/>`

const pointer = (value: number, fill: string) => {
  const x = positionOf(value)
  return `<path d="M${x.toFixed(1)} ${AXIS.y + 16} l-14 26 h28 z" fill="${fill}"/>`
}

export const mean: Scene = {
  name: 'mean-and-median',
  seconds: 26,
  posterAt: 19,
  draw: (t) => {
    const last = lastValueAt(t)
    const average = meanAt(t)
    const numbers = [...fixed, Math.round(last)].join('   ')
    return picture(
      text(480, 80, numbers, { size: 36, mono: true, weight: 700, opacity: grow(t, 0.3) }),
      group(
        grow(t, 0.8),
        segment([AXIS.x, AXIS.y], [AXIS.x + AXIS.w, AXIS.y], { stroke: ink, width: 3 }),
        ...[0, 20, 40, 60, 80, 100].map(
          (value) =>
            segment([positionOf(value), AXIS.y - 6], [positionOf(value), AXIS.y + 6], { stroke: ink }) +
            text(positionOf(value), AXIS.y + 150, String(value), { size: 18, fill: faint }),
        ),
      ),
      ...fixed.map((value, index) => dot(value, ink, grow(t, 1.4 + index * 0.25))),
      dot(last, t >= MOVE_AT ? red : ink, grow(t, 2.4)),
      group(
        grow(t, 4.2),
        segment([positionOf(24), AXIS.y - 130], [positionOf(24), AXIS.y - 42], { stroke: blue, width: 4 }),
        text(positionOf(24), AXIS.y - 152, 'median 24', { fill: blue, weight: 700, size: 24 }),
      ),
      group(
        grow(t, 8.6),
        pointer(average, amber),
        text(positionOf(average), AXIS.y + 66, `mean ${average.toFixed(1)}`, {
          fill: amber,
          weight: 700,
          size: 24,
        }),
        text(positionOf(average), AXIS.y + 100, `(20 + 22 + 24 + 26 + ${Math.round(last)}) / 5`, {
          fill: faint,
          size: 17,
          opacity: grow(t, 9.2),
        }),
      ),
    )
  },
  cues: [
    {
      from: 0.3,
      to: 4.2,
      en: 'Five salaries in thousands: 20, 22, 24, 26 and 28.',
      hi: 'हज़ारों में पाँच वेतन: 20, 22, 24, 26 और 28।',
      ar: 'خمسة رواتب بالآلاف: 20 و22 و24 و26 و28.',
    },
    {
      from: 4.2,
      to: 8.6,
      en: 'The median is the one in the middle: 24. Two salaries are below it and two above.',
      hi: 'माध्यिका बीच वाला मान है: 24। दो वेतन उससे कम हैं और दो अधिक।',
      ar: 'الوسيط هو الأوسط: 24. راتبان دونه وراتبان فوقه.',
    },
    {
      from: 8.6,
      to: 13,
      en: 'The mean is the point of balance: the sum shared equally. It is 24 as well.',
      hi: 'माध्य संतुलन का बिंदु है: कुल योग बराबर बाँटा हुआ। वह भी 24 है।',
      ar: 'المتوسط نقطة التوازن: المجموع مقسومًا بالتساوي. وهو 24 أيضًا.',
    },
    {
      from: 13,
      to: 17.5,
      en: 'Now one salary grows from 28 to 90. The mean is pulled along.',
      hi: 'अब एक वेतन 28 से बढ़कर 90 हो जाता है। माध्य उसके साथ खिंचता है।',
      ar: 'الآن يرتفع راتب واحد من 28 إلى 90، فينجرّ المتوسط معه.',
    },
    {
      from: 17.5,
      to: 22,
      en: 'The mean is 36.4 now: more than four of the five people earn.',
      hi: 'माध्य अब 36.4 है: पाँच में से चार लोगों के वेतन से अधिक।',
      ar: 'صار المتوسط 36.4: أكثر مما يكسبه أربعة من الخمسة.',
    },
    {
      from: 22,
      to: 26,
      en: 'The median has not moved. For incomes and prices it often tells the fairer story.',
      hi: 'माध्यिका नहीं हिली। आय और क़ीमतों के लिए वह अक्सर ज़्यादा सच्ची बात कहती है।',
      ar: 'أما الوسيط فلم يتحرك. وهو غالبًا أصدق حديثًا عن الدخول والأسعار.',
    },
  ],
}
