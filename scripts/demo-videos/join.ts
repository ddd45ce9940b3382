import {
  amber,
  blue,
  during,
  faint,
  green,
  group,
  grow,
  line,
  mix,
  picture,
  red,
  row,
  segment,
  text,
  type Scene,
} from './draw.ts'

const orders = [
  ['101', '2', '40'],
  ['102', '1', '15'],
  ['103', '9', '60'],
  ['104', '2', '25'],
] as const
const customers = [
  ['1', 'Asha'],
  ['2', 'Omar'],
  ['3', 'Lena'],
] as const

const LEFT = { x: 60, widths: [90, 150, 90] }
const RIGHT = { x: 610, widths: [90, 200] }
const RESULT = { x: 250, widths: [100, 220, 120] }
const TOP = 118
const STEP = 40
const RESULT_TOP = 372
/** Start of the first comparison, and the duration for each order. */
const START = 4
const ORDER_SECONDS = 5

const leftY = (index: number) => TOP + index * STEP
const rightY = (index: number) => TOP + index * STEP

const customerIndexOf = (order: readonly string[]) => customers.findIndex(([id]) => id === order[1])

const comparison = (t: number, index: number): string => {
  const order = orders[index] ?? ['', '', '']
  const from = START + index * ORDER_SECONDS
  const elapsed = t - from
  if (elapsed < 0) return ''
  const customerIndex = customerIndexOf(order)
  const parts: string[] = []
  const visible = during(t, from, from + ORDER_SECONDS - 0.2)
  parts.push(
    row(LEFT.x, leftY(index), LEFT.widths, order, {
      stroke: blue,
      width: 2.5,
      opacity: visible,
      fill: '#eef2ff',
    }),
  )
  customers.forEach((_, candidate) => {
    const candidateOpacity = during(elapsed, 0.5 + candidate * 0.7, 1.3 + candidate * 0.7)
    parts.push(
      segment([392, leftY(index) + 17], [604, rightY(candidate) + 17], {
        stroke: amber,
        width: 3,
        opacity: candidateOpacity * visible,
        dash: '6 7',
      }),
    )
  })
  if (customerIndex >= 0) {
    const foundOpacity = grow(elapsed, 2.7, 0.4) * visible
    const customer = customers[customerIndex] ?? ['', '']
    parts.push(
      segment([392, leftY(index) + 17], [604, rightY(customerIndex) + 17], {
        stroke: green,
        width: 4,
        opacity: foundOpacity,
      }),
    )
    parts.push(
      row(RIGHT.x, rightY(customerIndex), RIGHT.widths, customer, {
        stroke: green,
        width: 2.5,
        opacity: foundOpacity,
        fill: '#e8f6ef',
      }),
    )
  } else {
    parts.push(
      text(498, leftY(index) + 17, '✕', {
        size: 40,
        fill: red,
        weight: 700,
        opacity: grow(elapsed, 2.7, 0.3) * visible,
      }),
    )
  }
  return parts.join('')
}

const resultRow = (t: number, index: number, resultIndex: number): string => {
  const order = orders[index] ?? ['', '', '']
  const customer = customers[customerIndexOf(order)] ?? ['', '']
  const share = grow(t, START + index * ORDER_SECONDS + 3.3, 0.8)
  const y = mix(leftY(index) + 40, RESULT_TOP + resultIndex * STEP, share)
  return row(RESULT.x, y, RESULT.widths, [order[0] ?? '', customer[1] ?? '', order[2] ?? ''], {
    stroke: green,
    fill: '#e8f6ef',
    opacity: share,
  })
}

export const join: Scene = {
  name: 'join-matches-rows',
  seconds: 27,
  posterAt: 22.8,
  draw: (t) => {
    const matched = orders
      .map((order, index) => ({ index, hasCustomer: customerIndexOf(order) >= 0 }))
      .filter(({ hasCustomer }) => hasCustomer)
    return picture(
      text(480, 38, 'FROM orders JOIN customers ON orders.customer_id = customers.id', {
        size: 20,
        mono: true,
        fill: blue,
        opacity: grow(t, 1.4),
      }),
      group(
        grow(t, 0.2),
        text(LEFT.x + 160, 76, 'orders', { weight: 700 }),
        ...['id', 'customer_id', 'total'].map((name, i) =>
          text(LEFT.x + [43, 163, 283][i]!, 102, name, { size: 15, fill: faint }),
        ),
        ...orders.map((order, index) => row(LEFT.x, leftY(index), LEFT.widths, order)),
      ),
      group(
        grow(t, 0.7),
        text(RIGHT.x + 143, 76, 'customers', { weight: 700 }),
        ...['id', 'name'].map((name, i) =>
          text(RIGHT.x + [43, 188][i]!, 102, name, { size: 15, fill: faint }),
        ),
        ...customers.map((customer, index) => row(RIGHT.x, rightY(index), RIGHT.widths, customer)),
      ),
      group(
        grow(t, 2.6),
        segment([60, 300], [900, 300], { stroke: line }),
        ...['order', 'customer', 'total'].map((name, i) =>
          text(RESULT.x + [48, 208, 378][i]!, 352, name, { size: 15, fill: faint }),
        ),
        text(480, 326, 'result', { weight: 700 }),
      ),
      ...orders.map((_, index) => comparison(t, index)),
      ...matched.map(({ index }, resultIndex) => resultRow(t, index, resultIndex)),
      text(860, RESULT_TOP + 58, '3', { size: 72, weight: 700, fill: green, opacity: grow(t, 24.4) }),
      text(860, RESULT_TOP + 108, 'rows', { size: 20, fill: faint, opacity: grow(t, 24.4) }),
    )
  },
  cues: [
    {
      from: 0.2,
      to: 4,
      en: 'Two tables. Each order carries the id of its customer; the names stand in the other table.',
      hi: 'दो तालिकाएँ। हर ऑर्डर में ग्राहक की id है; नाम दूसरी तालिका में हैं।',
      ar: 'جدولان: كل طلب يحمل رقم عميله، والأسماء في الجدول الآخر.',
    },
    {
      from: 4,
      to: 9,
      en: 'Order 101 says customer 2. The database compares with each customer and finds Omar.',
      hi: 'ऑर्डर 101 कहता है: ग्राहक 2। डेटाबेस हर ग्राहक से मिलान करता है और ओमर मिल जाता है।',
      ar: 'الطلب 101 يشير إلى العميل 2. تقارن قاعدة البيانات كل عميل فتجد عمر.',
    },
    {
      from: 9,
      to: 14,
      en: 'Order 102 says customer 1: that is Asha. A second row joins the result.',
      hi: 'ऑर्डर 102 कहता है: ग्राहक 1, यानी आशा। परिणाम में दूसरी पंक्ति जुड़ती है।',
      ar: 'الطلب 102 يشير إلى العميل 1، وهي آشا. ينضم صف ثانٍ إلى النتيجة.',
    },
    {
      from: 14,
      to: 19,
      en: 'Order 103 says customer 9, and there is none. An inner join leaves this order out.',
      hi: 'ऑर्डर 103 कहता है: ग्राहक 9, जो है ही नहीं। इनर जॉइन इस ऑर्डर को छोड़ देता है।',
      ar: 'الطلب 103 يشير إلى العميل 9 وهو غير موجود. الربط الداخلي يترك هذا الطلب.',
    },
    {
      from: 19,
      to: 24,
      en: 'Order 104 says customer 2 again. Omar may match more than once: one row for each order.',
      hi: 'ऑर्डर 104 फिर ग्राहक 2 कहता है। ओमर एक से अधिक बार मिल सकता है: हर ऑर्डर की एक पंक्ति।',
      ar: 'الطلب 104 يشير إلى العميل 2 مجددًا. قد يتطابق عمر أكثر من مرة: صف لكل طلب.',
    },
    {
      from: 24,
      to: 27,
      en: 'Four orders, three rows: only pairs that match are in the result.',
      hi: 'चार ऑर्डर, तीन पंक्तियाँ: परिणाम में केवल मेल खाने वाले जोड़े हैं।',
      ar: 'أربعة طلبات وثلاثة صفوف: في النتيجة الأزواج المتطابقة فقط.',
    },
  ],
}
