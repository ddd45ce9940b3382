/** Practice problems in Hindi and Arabic, for the courses in those languages. */
import { randomUUID } from 'node:crypto'
import { functionTest, problem, queryTest } from './kit.ts'

export const excelHindiPractice = [
  problem(
    'अभ्यास: महीने का ख़र्च',
    10,
    {
      kind: 'spreadsheet',
      points: 10,
      statement: `<p>तालिका में घर के महीने भर के ख़र्च हैं। <strong>B6</strong> में कुल ख़र्च, <strong>B7</strong> में सबसे बड़ा ख़र्च और <strong>B8</strong> में औसत सूत्र से निकालें।</p>`,
      rows: 9,
      columns: 4,
      cells: [
        { cell: 'A1', value: 'मद' },
        { cell: 'B1', value: 'रुपये' },
        { cell: 'A2', value: 'किराया' },
        { cell: 'B2', value: '8000' },
        { cell: 'A3', value: 'राशन' },
        { cell: 'B3', value: '4500' },
        { cell: 'A4', value: 'बिजली' },
        { cell: 'B4', value: '1200' },
        { cell: 'A5', value: 'यात्रा' },
        { cell: 'B5', value: '900' },
        { cell: 'A6', value: 'कुल' },
        { cell: 'A7', value: 'सबसे बड़ा' },
        { cell: 'A8', value: 'औसत' },
      ],
      checks: [
        { id: randomUUID(), title: 'कुल ख़र्च', cell: 'B6', expected: '14600' },
        { id: randomUUID(), title: 'सबसे बड़ा ख़र्च', cell: 'B7', expected: '8000' },
        { id: randomUUID(), title: 'औसत ख़र्च', cell: 'B8', expected: '3650' },
        {
          id: randomUUID(),
          title: 'दूसरी संख्याओं के साथ कुल',
          cell: 'B6',
          expected: '15600',
          hidden: true,
          changes: [{ cell: 'B5', value: '1900' }],
        },
      ],
    },
    {
      kind: 'spreadsheet',
      cells: [
        { cell: 'B6', value: '=SUM(B2:B5)' },
        { cell: 'B7', value: '=MAX(B2:B5)' },
        { cell: 'B8', value: '=AVERAGE(B2:B5)' },
      ],
    },
  ),
]

export const pythonArabicPractice = [
  problem(
    'مسألة: متوسط الدرجات',
    10,
    {
      kind: 'python',
      points: 10,
      statement: `<p>اكتب الدالة <code>average(marks)</code> التي تعيد متوسط قائمة من الدرجات مقرّبًا إلى منزلة عشرية واحدة. متوسط القائمة الفارغة هو 0.</p>`,
      call: 'average',
      starter: 'def average(marks):\n    return 0\n',
      tests: [
        functionTest('ثلاث درجات', [[80, 90, 100]], 90),
        functionTest('قائمة فارغة', [[]], 0),
        functionTest('التقريب', [[70, 75, 75]], 73.3, true),
        functionTest('درجة واحدة', [[64]], 64, true),
      ],
    },
    {
      kind: 'python',
      code: 'def average(marks):\n    return round(sum(marks) / len(marks), 1) if marks else 0\n',
    },
  ),
]

export const sqlArabicPractice = [
  problem(
    'مسألة: مبيعات كل مدينة',
    12,
    {
      kind: 'sql',
      points: 15,
      statement: `<p>أعطِ صفًا لكل مدينة: اسم المدينة ومجموع مبالغ البيع فيها. لا أهمية لترتيب الصفوف.</p>`,
      setup: 'create table sale (id integer primary key, city text, amount integer);',
      starter: 'SELECT city, \nFROM sale\n',
      tests: [
        queryTest(
          'ثلاث عمليات بيع',
          "insert into sale values (1, 'عمّان', 30), (2, 'إربد', 20), (3, 'عمّان', 5);",
          ['city', 'total'],
          [
            ['عمّان', 35],
            ['إربد', 20],
          ],
        ),
        queryTest('جدول فارغ', '', ['city', 'total'], [], true),
      ],
    },
    { kind: 'sql', code: 'SELECT city, SUM(amount) AS total FROM sale GROUP BY city' },
  ),
]
