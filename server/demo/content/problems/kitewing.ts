import { randomUUID } from 'node:crypto'
import { functionTest, problem, queryTest } from './kit.ts'

export const pythonPractice = [
  problem(
    'Problem: the total of a bill',
    12,
    {
      kind: 'python',
      points: 10,
      statement: `<p>A shop writes each line of a bill as a pair: price and quantity. Write the function <code>total(lines)</code> that returns what the customer pays.</p>
<p>From 1000 on, the shop takes 10% off the whole bill. An empty bill costs 0.</p>
<pre><code class="language-python">total([(250, 2), (40, 1)])   # 540
total([(500, 2)])            # 900.0</code></pre>`,
      call: 'total',
      starter:
        'def total(lines):\n    sum_so_far = 0\n    for price, quantity in lines:\n        pass  # add up here\n    return sum_so_far\n',
      hints: [
        {
          id: randomUUID(),
          text: 'Multiply price and quantity in each line, and add the results up.',
          after: 1,
        },
        {
          id: randomUUID(),
          text: 'Look at the sum after the loop: from 1000 on, 90% of it are paid.',
          after: 2,
        },
      ],
      solution:
        'def total(lines):\n    bill = sum(price * quantity for price, quantity in lines)\n    return bill * 0.9 if bill >= 1000 else bill\n',
      solution_after: 3,
      tests: [
        functionTest(
          'Two lines',
          [
            [
              [250, 2],
              [40, 1],
            ],
          ],
          540,
        ),
        functionTest('Exactly 1000: the discount counts', [[[500, 2]]], 900),
        functionTest('An empty bill', [[]], 0, true),
        functionTest('Just below', [[[999, 1]]], 999, true),
        functionTest(
          'Many lines',
          [
            [
              [120, 3],
              [75, 4],
              [60, 10],
            ],
          ],
          1134,
          true,
        ),
      ],
    },
    {
      kind: 'python',
      code: 'def total(lines):\n    bill = sum(price * quantity for price, quantity in lines)\n    return bill * 0.9 if bill >= 1000 else bill\n',
    },
  ),
  problem(
    'Problem: the most frequent word',
    15,
    {
      kind: 'python',
      points: 15,
      statement: `<p>Write a program that reads one line of text and prints the word that occurs most often, in small letters, followed by a space and how often it occurs. If several words occur equally often, print the one that comes first in the alphabet.</p>
<p>Words are separated by spaces; capital and small letters count as the same.</p>`,
      starter: 'text = input()\n# count the words here\n',
      tests: [
        {
          id: randomUUID(),
          title: 'A small sentence',
          hidden: false,
          input: 'The cat saw the dog\n',
          expected: 'the 2',
        },
        {
          id: randomUUID(),
          title: 'Equally often',
          hidden: false,
          input: 'pear apple\n',
          expected: 'apple 1',
        },
        { id: randomUUID(), title: 'One word', hidden: true, input: 'Python\n', expected: 'python 1' },
        { id: randomUUID(), title: 'Several spaces', hidden: true, input: 'b  a   b a c\n', expected: 'a 2' },
      ],
    },
    {
      kind: 'python',
      code: 'counts = {}\nfor word in input().lower().split():\n    counts[word] = counts.get(word, 0) + 1\nbest = min(counts, key=lambda word: (-counts[word], word))\nprint(best, counts[best])\n',
    },
  ),
]

export const webPractice = [
  problem(
    'Problem: a name for an address',
    10,
    {
      kind: 'javascript',
      points: 10,
      statement: `<p>Addresses of pages often contain the title in a simple form. Write the function <code>slug(title)</code>: small letters, every run of other signs than letters and digits becomes one hyphen, and no hyphen stands at the start or the end.</p>
<pre><code class="language-javascript">slug('Hello, World!')  // 'hello-world'</code></pre>`,
      call: 'slug',
      starter: 'function slug(title) {\n  return title\n}\n',
      tests: [
        functionTest('A greeting', ['Hello, World!'], 'hello-world'),
        functionTest('Digits stay', ['10 Tips for CSS'], '10-tips-for-css'),
        functionTest('Signs at both ends', ['  --What?--  '], 'what', true),
        functionTest('Nothing left', ['!!!'], '', true),
      ],
    },
    {
      kind: 'javascript',
      code: "function slug(title) {\n  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')\n}\n",
    },
  ),
  problem(
    'Problem: group by category',
    12,
    {
      kind: 'javascript',
      points: 15,
      statement: `<p>A page lists products under their categories. Write <code>group(products)</code>: it takes a list of objects with <code>name</code> and <code>category</code> and returns one object whose keys are the categories and whose values are the lists of names, in the order in which they came.</p>`,
      call: 'group',
      starter: 'function group(products) {\n  const result = {}\n  return result\n}\n',
      tests: [
        functionTest(
          'Two categories',
          [
            [
              { name: 'Tea', category: 'drinks' },
              { name: 'Bread', category: 'food' },
              { name: 'Juice', category: 'drinks' },
            ],
          ],
          { drinks: ['Tea', 'Juice'], food: ['Bread'] },
        ),
        functionTest('No products', [[]], {}),
        functionTest(
          'A category with a strange name',
          [[{ name: 'x', category: 'constructor' }]],
          { constructor: ['x'] },
          true,
        ),
      ],
    },
    {
      kind: 'javascript',
      code: 'function group(products) {\n  const result = {}\n  for (const { name, category } of products) {\n    if (!Object.hasOwn(result, category)) result[category] = []\n    result[category].push(name)\n  }\n  return result\n}\n',
    },
  ),
]

const SHOP = `create table customer (id integer primary key, name text, city text);
create table purchase (id integer primary key, customer_id integer, amount integer);`

export const sqlPractice = [
  problem(
    'Problem: customers of one city',
    8,
    {
      kind: 'sql',
      points: 10,
      statement: '<p>List the <strong>names</strong> of all customers from Pune, in alphabetical order.</p>',
      setup: SHOP,
      ordered: true,
      starter: 'SELECT\nFROM customer\n',
      tests: [
        queryTest(
          'A small shop',
          "insert into customer values (1, 'Meera', 'Pune'), (2, 'Arun', 'Delhi'), (3, 'Isha', 'Pune');",
          ['name'],
          [['Isha'], ['Meera']],
        ),
        queryTest(
          'Nobody lives there',
          "insert into customer values (1, 'Arun', 'Delhi');",
          ['name'],
          [],
          true,
        ),
        queryTest(
          'Other spellings are other cities',
          "insert into customer values (1, 'Zoya', 'Pune'), (2, 'Bala', 'Pune City'), (3, 'Anil', 'Pune');",
          ['name'],
          [['Anil'], ['Zoya']],
          true,
        ),
      ],
    },
    { kind: 'sql', code: "SELECT name FROM customer WHERE city = 'Pune' ORDER BY name" },
  ),
  problem(
    'Problem: what each customer spent',
    15,
    {
      kind: 'sql',
      points: 20,
      statement: `<p>Give one row for <strong>every</strong> customer: the name and the sum of the amounts of all purchases. Who bought nothing is in the list with 0. The order of the rows does not matter.</p>`,
      setup: SHOP,
      starter: 'SELECT c.name, \nFROM customer c\n',
      tests: [
        queryTest(
          'Three customers',
          "insert into customer values (1, 'Meera', 'Pune'), (2, 'Arun', 'Delhi'), (3, 'Isha', 'Pune');\ninsert into purchase values (1, 1, 250), (2, 1, 100), (3, 3, 40);",
          ['name', 'total'],
          [
            ['Meera', 350],
            ['Arun', 0],
            ['Isha', 40],
          ],
        ),
        queryTest(
          'Nobody bought anything',
          "insert into customer values (1, 'Meera', 'Pune');",
          ['name', 'total'],
          [['Meera', 0]],
          true,
        ),
        queryTest(
          'Two people with one name',
          "insert into customer values (1, 'Ravi', 'Pune'), (2, 'Ravi', 'Delhi');\ninsert into purchase values (1, 1, 5), (2, 2, 7);",
          ['name', 'total'],
          [
            ['Ravi', 5],
            ['Ravi', 7],
          ],
          true,
        ),
      ],
    },
    {
      kind: 'sql',
      code: 'SELECT c.name, COALESCE(SUM(p.amount), 0) AS total\nFROM customer c LEFT JOIN purchase p ON p.customer_id = c.id\nGROUP BY c.id, c.name',
    },
  ),
]

const sales = [
  ['Region', 'Units', 'Price', 'Revenue'],
  ['North', '12', '250'],
  ['South', '20', '240'],
  ['East', '8', '260'],
  ['West', '15', '255'],
]
export const excelPractice = [
  problem(
    'Problem: a small sales report',
    12,
    {
      kind: 'spreadsheet',
      points: 15,
      statement: `<p>The sheet holds four regions. Complete it with formulas:</p>
<ol><li>In <strong>D2 to D5</strong> the revenue of each region: units times price.</li>
<li>In <strong>D6</strong> the total revenue.</li>
<li>In <strong>D7</strong> the average price, rounded to one decimal.</li>
<li>In <strong>D8</strong> how many regions sold more than 10 units.</li></ol>
<p>The numbers above may change; your formulas must still be right then.</p>`,
      rows: 10,
      columns: 5,
      cells: [
        ...sales.flatMap((line, row) =>
          line.map((value, column) => ({ cell: `${String.fromCharCode(65 + column)}${row + 1}`, value })),
        ),
        { cell: 'A6', value: 'Total revenue' },
        { cell: 'A7', value: 'Average price' },
        { cell: 'A8', value: 'Regions above 10 units' },
      ],
      checks: [
        { id: randomUUID(), title: 'Revenue of the North', cell: 'D2', expected: '3000' },
        { id: randomUUID(), title: 'Total revenue', cell: 'D6', expected: '13705' },
        { id: randomUUID(), title: 'Average price', cell: 'D7', expected: '251.3', tolerance: 0.001 },
        { id: randomUUID(), title: 'Regions above 10 units', cell: 'D8', expected: '3' },
        {
          id: randomUUID(),
          title: 'The total with other numbers',
          cell: 'D6',
          expected: '15705',
          hidden: true,
          changes: [{ cell: 'B2', value: '20' }],
        },
        {
          id: randomUUID(),
          title: 'The count with other numbers',
          cell: 'D8',
          expected: '2',
          hidden: true,
          changes: [{ cell: 'B5', value: '10' }],
        },
      ],
    },
    {
      kind: 'spreadsheet',
      cells: [
        ...[2, 3, 4, 5].map((row) => ({ cell: `D${row}`, value: `=B${row}*C${row}` })),
        { cell: 'D6', value: '=SUM(D2:D5)' },
        { cell: 'D7', value: '=ROUND(AVERAGE(C2:C5),1)' },
        { cell: 'D8', value: '=COUNTIF(B2:B5,">10")' },
      ],
    },
  ),
]

export const englishPractice = [
  problem(
    'Assignment: a story with a spine',
    25,
    {
      kind: 'text',
      points: 20,
      statement: `<p>Write down one story for the question “Tell me about a time when something went wrong.” Use four parts: situation, task, action, result. Write it as you would say it.</p>`,
      words_min: 40,
      words_max: 300,
      rubric: [
        {
          id: randomUUID(),
          title: 'All four parts',
          description: 'Situation, task, action and result can each be told apart.',
          points: 4,
        },
        {
          id: randomUUID(),
          title: 'Your own part',
          description: 'It is clear what you did, not only what the team did.',
          points: 3,
        },
        {
          id: randomUUID(),
          title: 'A result one can check',
          description: 'A number, a date or a decision, and what you learned.',
          points: 3,
        },
      ],
    },
    {
      kind: 'text',
      text: 'In my second year our team built a library app for the college. Two weeks before the deadline the search became so slow that nobody wanted to use it. I was responsible for the database, so I measured each query, found that one of them read the whole table, and added an index together with a test that fails when a query takes more than a second. The search went from nine seconds to a fifth of a second, we delivered on the agreed day, and since then I measure before I guess.',
    },
  ),
]
