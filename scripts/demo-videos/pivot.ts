import {
  amber,
  blue,
  box,
  faint,
  green,
  group,
  grow,
  mix,
  picture,
  segment,
  text,
  violet,
  type Scene,
} from './draw.ts'

const sales = [
  { city: 'Pune', month: 'Jan', amount: 30 },
  { city: 'Delhi', month: 'Jan', amount: 20 },
  { city: 'Pune', month: 'Feb', amount: 25 },
  { city: 'Delhi', month: 'Jan', amount: 15 },
  { city: 'Kochi', month: 'Feb', amount: 40 },
  { city: 'Pune', month: 'Jan', amount: 10 },
  { city: 'Kochi', month: 'Jan', amount: 5 },
  { city: 'Delhi', month: 'Feb', amount: 35 },
] as const
const cities = ['Delhi', 'Kochi', 'Pune'] as const
const months = ['Jan', 'Feb'] as const
const colour = { Delhi: blue, Kochi: green, Pune: violet } as const

const LIST = { x: 60, y: 100, step: 46 }
const GRID = { x: 520, y: 150, w: 120, h: 70 }
/** When the first row leaves the list, and the duration for each row. */
const START = 5
const ROW_SECONDS = 1.9
const arrival = (index: number) => START + index * ROW_SECONDS + 1

const cellCentre = (city: string, month: string) => ({
  x: GRID.x + months.indexOf(month as 'Jan') * GRID.w + GRID.w / 2,
  y: GRID.y + cities.indexOf(city as 'Pune') * GRID.h + GRID.h / 2,
})

const movingSale = (t: number, index: number): string => {
  const sale = sales[index] ?? sales[0]
  const share = grow(t, START + index * ROW_SECONDS, 1)
  const target = cellCentre(sale.city, sale.month)
  const y0 = LIST.y + index * LIST.step
  const tint = colour[sale.city]
  const listRow = group(
    mix(1, 0.25, share),
    box(LIST.x, y0, 330, 38),
    text(LIST.x + 20, y0 + 19, sale.city, { anchor: 'start', fill: tint, weight: 600 }),
    text(LIST.x + 175, y0 + 19, sale.month),
    text(LIST.x + 310, y0 + 19, String(sale.amount), { anchor: 'end' }),
  )
  if (share <= 0 || share >= 1) return listRow
  const x = mix(LIST.x + 290, target.x, share)
  const y = mix(y0 + 19, target.y, share)
  return (
    listRow +
    box(x - 26, y - 18, 52, 36, { fill: tint, stroke: tint, radius: 18 }) +
    text(x, y, String(sale.amount), { fill: '#ffffff', weight: 700 })
  )
}

const sumAt = (t: number, includes: (sale: (typeof sales)[number]) => boolean) =>
  sales.reduce((sum, sale, index) => (includes(sale) && t >= arrival(index) ? sum + sale.amount : sum), 0)

export const pivot: Scene = {
  name: 'pivot-groups-rows',
  seconds: 26,
  posterAt: 23.5,
  draw: (t) => {
    const totals = grow(t, 21, 0.8)
    return picture(
      group(
        grow(t, 0.2),
        ...['city', 'month', 'sales'].map((name, i) =>
          text(LIST.x + [20, 175, 310][i]!, 78, name, {
            size: 16,
            fill: faint,
            anchor: (['start', 'middle', 'end'] as const)[i]!,
          }),
        ),
        ...sales.map((_, index) => movingSale(t, index)),
      ),
      group(
        grow(t, 2.8),
        ...months.map((month) => text(cellCentre('Delhi', month).x, GRID.y - 24, month, { weight: 700 })),
        ...cities.map((city) =>
          text(GRID.x - 20, cellCentre(city, 'Jan').y, city, {
            anchor: 'end',
            weight: 700,
            fill: colour[city],
          }),
        ),
        ...cities.flatMap((city) =>
          months.map((month) => {
            const { x, y } = cellCentre(city, month)
            const sum = sumAt(t, (sale) => sale.city === city && sale.month === month)
            return (
              box(x - 56, y - 31, 112, 62) +
              (sum ? text(x, y, String(sum), { size: 28, weight: 700, fill: colour[city] }) : '')
            )
          }),
        ),
      ),
      group(
        totals,
        text(GRID.x + 2 * GRID.w + 60, GRID.y - 24, 'Σ', { weight: 700, fill: amber, size: 26 }),
        ...cities.map((city) =>
          text(
            GRID.x + 2 * GRID.w + 60,
            cellCentre(city, 'Jan').y,
            String(sumAt(t, (sale) => sale.city === city)),
            { size: 28, weight: 700, fill: amber },
          ),
        ),
        segment([GRID.x, GRID.y + 3 * GRID.h + 8], [GRID.x + 3 * GRID.w, GRID.y + 3 * GRID.h + 8], {
          stroke: amber,
        }),
        text(GRID.x - 20, GRID.y + 3 * GRID.h + 42, 'Σ', {
          weight: 700,
          fill: amber,
          size: 26,
          anchor: 'end',
        }),
        ...months.map((month) =>
          text(
            cellCentre('Pune', month).x,
            GRID.y + 3 * GRID.h + 42,
            String(sumAt(t, (sale) => sale.month === month)),
            { size: 28, weight: 700, fill: amber },
          ),
        ),
        text(GRID.x + 2 * GRID.w + 60, GRID.y + 3 * GRID.h + 42, String(sumAt(t, () => true)), {
          size: 32,
          weight: 700,
          fill: amber,
        }),
      ),
    )
  },
  cues: [
    {
      from: 0.2,
      to: 2.8,
      en: 'Eight sales, one below the other: city, month and amount.',
      hi: 'आठ बिक्रियाँ, एक के नीचे एक: शहर, महीना और राशि।',
      ar: 'ثماني عمليات بيع، واحدة تحت الأخرى: المدينة والشهر والمبلغ.',
    },
    {
      from: 2.8,
      to: 5,
      en: 'A pivot table opens a grid: cities become rows, months become columns.',
      hi: 'पिवट टेबल एक जाल खोलती है: शहर पंक्तियाँ बनते हैं, महीने स्तंभ।',
      ar: 'يفتح الجدول المحوري شبكة: المدن صفوفًا والأشهر أعمدة.',
    },
    {
      from: 5,
      to: 12.6,
      en: 'Each sale goes to the cell of its city and its month. Delhi in January gets 20 and then 15: the cell shows 35.',
      hi: 'हर बिक्री अपने शहर और महीने के ख़ाने में जाती है। जनवरी में दिल्ली को 20 और फिर 15 मिलते हैं: ख़ाना 35 दिखाता है।',
      ar: 'تذهب كل عملية إلى خانة مدينتها وشهرها. تتلقى دلهي في يناير 20 ثم 15، فتعرض الخانة 35.',
    },
    {
      from: 12.6,
      to: 21,
      en: 'Nothing is lost and nothing is counted twice: every row has exactly one cell.',
      hi: 'न कुछ छूटता है, न कुछ दो बार गिना जाता है: हर पंक्ति का ठीक एक ख़ाना है।',
      ar: 'لا يضيع شيء ولا يُحسب شيء مرتين: لكل صف خانة واحدة فقط.',
    },
    {
      from: 21,
      to: 26,
      en: 'Row and column totals must agree: both lead to 180, the sum of all eight sales.',
      hi: 'पंक्तियों और स्तंभों के योग मिलने चाहिए: दोनों 180 देते हैं, आठों बिक्रियों का योग।',
      ar: 'يجب أن تتفق مجاميع الصفوف والأعمدة: كلاهما يعطي 180، مجموع العمليات الثماني.',
    },
  ],
}
