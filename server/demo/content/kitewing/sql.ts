import { article, singleChoice, quiz, video, type DemoCourse } from '../course-kit.ts'
import { sqlPractice } from '../problems/kitewing.ts'

export const sqlCourse: DemoCourse = {
  title: 'SQL from First Query to Joins',
  description:
    'Three sections from your first SELECT to grouped reports over joined tables. One small shop, two tables and a handful of rows: few enough to check every answer by eye, enough to meet every trap once.',
  difficulty: 'beginner',
  price: 'free',
  cover: { motif: 'link', hue: 255 },
  sections: [
    {
      title: 'Asking a table',
      topics: [
        {
          title: 'What a table is',
          freePreview: true,
          items: [
            article(
              'Rows, columns and one shop',
              `<h2>One table, one kind of thing</h2>
<p>A table holds facts about one kind of thing. Each <strong>row</strong> is one such thing, each <strong>column</strong> one fact that we note about every one of them. This is <code>orders</code>, the table that we use throughout this course:</p>
<table><thead><tr><th>id</th><th>customer_id</th><th>city</th><th>total</th></tr></thead><tbody><tr><td>101</td><td>2</td><td>Pune</td><td>40</td></tr><tr><td>102</td><td>1</td><td>Delhi</td><td>15</td></tr><tr><td>103</td><td>9</td><td>Pune</td><td>60</td></tr><tr><td>104</td><td>2</td><td>Kochi</td><td>25</td></tr></tbody></table>
<p>Three things are worth noticing before any query.</p>
<ul><li><strong>The order of rows means nothing.</strong> A table is a set, not a list. Whoever needs an order has to ask for it.</li><li><strong>Each column has a type.</strong> <code>total</code> is a number, so it can be added; <code>city</code> is text, so it cannot.</li><li><strong>One column names the row.</strong> No two orders share an <code>id</code>. It is the primary key.</li></ul>
<p>A spreadsheet lets you type “forty” into the total. A database refuses. This strictness feels like a burden on the first day, and like a friend on every day after it.</p>`,
            ),
            quiz('Tables: check', [
              singleChoice(
                'What does one row of the table orders stand for?',
                'One order',
                ['One customer', 'One column', 'All orders of a day'],
                'A row is one thing of the kind that the table is about: here one order.',
              ),
              singleChoice(
                'Two orders of the same customer: which column must still differ?',
                'id',
                ['customer_id', 'city', 'total'],
                'The primary key names the row, so it never repeats. All others may be equal.',
              ),
              singleChoice(
                'You read a table twice without asking for an order. What do you know about the sequence of the rows?',
                'Nothing: it may change',
                ['It is always by id', 'Newest rows come first', 'It is alphabetical'],
                'A table is a set. Without ORDER BY the database may hand out rows in any sequence.',
              ),
            ]),
          ],
        },
        {
          title: 'SELECT and FROM',
          items: [
            article(
              'Your first query',
              `<h2>Which columns, from which table</h2>
<p>Every question to a database starts with the same two words. <code>FROM</code> names the table, <code>SELECT</code> the columns you want to see.</p>
<pre><code class="language-sql">SELECT id, total
FROM orders;</code></pre>
<p>The answer is again a table: two columns, four rows. That is the most useful idea in SQL. Because every answer is a table, answers can be asked further questions.</p>
<h3>Computing while you read</h3>
<p>A selected column may be an expression, and it may get a name of its own:</p>
<pre><code class="language-sql">SELECT id, total, total * 0.18 AS tax
FROM orders;</code></pre>
<p>Nothing in the stored table changes. <code>SELECT</code> only reads; you may try anything without fear.</p>
<h3>Why not always SELECT *?</h3>
<p>The star stands for all columns. It is fine while you look around. In a program or a report it is a small time bomb: when somebody adds a column, your result silently becomes wider. Name what you need, and the query keeps its meaning.</p>`,
            ),
            quiz('SELECT: check', [
              singleChoice(
                'What does SELECT total * 2 FROM orders change in the stored table?',
                'Nothing',
                ['It doubles every total', 'It adds a column', 'It deletes the old totals'],
                'SELECT only reads. The doubled value exists in the answer alone.',
              ),
              singleChoice(
                'Which query shows the city of every order?',
                'SELECT city FROM orders',
                ['SELECT orders FROM city', 'FROM city SELECT orders', 'SELECT * IN orders'],
                'SELECT names columns, FROM names the table.',
              ),
              singleChoice(
                'What is AS good for?',
                'It names a column of the answer',
                ['It sorts the answer', 'It filters rows', 'It renames the stored table'],
                'total * 0.18 AS tax gives the computed column a name that people understand.',
              ),
            ]),
          ],
        },
        {
          title: 'WHERE and ORDER BY',
          items: [
            article(
              'Fewer rows, in order',
              `<h2>Keep only the rows that pass</h2>
<p><code>WHERE</code> holds a condition. The database looks at each row by itself and keeps it when the condition is true.</p>
<pre><code class="language-sql">SELECT id, total
FROM orders
WHERE city = 'Pune' AND total &gt; 45;</code></pre>
<p>Text stands in single quotes, numbers stand bare. Conditions combine with <code>AND</code>, <code>OR</code> and <code>NOT</code>. When both AND and OR occur, use brackets; AND binds tighter, and few people remember that at five in the afternoon.</p>
<h3>The row that is neither</h3>
<p>A missing value is <code>NULL</code>, and it means <em>unknown</em>. Is an unknown city equal to Pune? Nobody can say, so the row is not kept. Is it different from Pune? Nobody can say either. To find such rows, ask plainly: <code>WHERE city IS NULL</code>.</p>
<h3>Sorting</h3>
<p><code>ORDER BY total DESC</code> puts the largest first. Add a second column for ties: <code>ORDER BY total DESC, id</code>. Only then is the sequence the same each time you ask.</p>`,
            ),
            quiz('Filters: check', [
              singleChoice(
                'How many of our four orders pass WHERE total > 25?',
                '2',
                ['1', '3', '4'],
                '40 and 60 pass. 25 is not greater than 25, and 15 is smaller.',
              ),
              singleChoice(
                'Which condition finds orders without a city?',
                'city IS NULL',
                ['city = NULL', "city = ''", 'NOT city'],
                'NULL means unknown; comparing with = gives unknown, so no row would be kept.',
              ),
              singleChoice(
                "city = 'Pune' OR city = 'Delhi' AND total > 20 keeps order 102 (Delhi, 15)?",
                'No',
                ['Yes', 'Only if sorted', 'It is an error'],
                'AND binds first: Delhi orders need more than 20, and 15 is not.',
              ),
              singleChoice(
                'What does ORDER BY total DESC, id do with two orders of the same total?',
                'The smaller id comes first',
                ['The larger id comes first', 'One of them is dropped', 'Their order is random'],
                'DESC belongs to total only; the second column sorts ties upwards.',
              ),
            ]),
          ],
        },
      ],
    },
    {
      title: 'Summing up',
      topics: [
        {
          title: 'COUNT, SUM, AVG',
          items: [
            article(
              'Many rows, one number',
              `<h2>Aggregates fold a column</h2>
<p>An aggregate takes all values of a column and returns one: <code>COUNT</code> how many, <code>SUM</code> the total, <code>AVG</code> the mean, <code>MIN</code> and <code>MAX</code> the ends.</p>
<pre><code class="language-sql">SELECT COUNT(*) AS orders, SUM(total) AS revenue, AVG(total) AS average
FROM orders;</code></pre>
<p>For our shop that is 4 orders, a revenue of 140 and an average of 35.</p>
<h3>Two kinds of counting</h3>
<p><code>COUNT(*)</code> counts rows. <code>COUNT(city)</code> counts rows in which the city is known. If one city is missing, the two differ, and the difference is itself a useful fact about your data.</p>
<ul><li><code>COUNT(DISTINCT city)</code> counts different cities: 3.</li><li><code>AVG</code> leaves unknown values out of both the sum and the divisor. Treating unknown as zero would pull the mean down; that decision is yours, not the database's.</li></ul>
<p>Aggregates see only the rows that <code>WHERE</code> let through. Filter first, fold afterwards.</p>`,
            ),
            quiz('Aggregates: check', [
              singleChoice(
                'Five rows, one of them with an unknown price. What is COUNT(price)?',
                '4',
                ['5', '1', 'An error'],
                'COUNT of a column leaves unknown values out; COUNT(*) would say 5.',
              ),
              singleChoice(
                'Prices 10, 20 and unknown: what is AVG(price)?',
                '15',
                ['10', '30', 'unknown'],
                'The unknown value is left out of the sum and of the divisor: 30 / 2.',
              ),
              singleChoice(
                "SELECT SUM(total) FROM orders WHERE city = 'Pune' gives…",
                '100',
                ['140', '40', '60'],
                'The filter works first: 40 + 60.',
              ),
            ]),
          ],
        },
        {
          title: 'GROUP BY',
          items: [
            article(
              'One line for each group',
              `<h2>Heaps before sums</h2>
<p>“How much does each city bring in?” needs one number for each city. <code>GROUP BY</code> puts rows with the same value on one heap, and the aggregate folds each heap by itself.</p>
<pre><code class="language-sql">SELECT city, COUNT(*) AS orders, SUM(total) AS revenue
FROM orders
GROUP BY city
ORDER BY revenue DESC;</code></pre>
<table><thead><tr><th>city</th><th>orders</th><th>revenue</th></tr></thead><tbody><tr><td>Pune</td><td>2</td><td>100</td></tr><tr><td>Kochi</td><td>1</td><td>25</td></tr><tr><td>Delhi</td><td>1</td><td>15</td></tr></tbody></table>
<h3>The rule behind the famous error</h3>
<p>After grouping there is one row for each heap. A selected column must therefore be either grouped by or folded. Asking for <code>id</code> here makes no sense: which of Pune's two ids should it be? A careful database refuses.</p>
<h3>Filtering heaps</h3>
<p><code>WHERE</code> decides about rows, before grouping. <code>HAVING</code> decides about groups, after it: <code>HAVING SUM(total) &gt; 20</code> drops Delhi.</p>`,
            ),
            quiz('Grouping: check', [
              singleChoice(
                'How many rows does SELECT city, COUNT(*) FROM orders GROUP BY city return?',
                '3, one for each city',
                ['4, one for each order', '1', '2'],
                'One row for each different city: Pune, Delhi and Kochi.',
              ),
              singleChoice(
                'Where does the condition “only groups with more than one order” belong?',
                'HAVING',
                ['WHERE', 'ORDER BY', 'SELECT'],
                'The number of orders exists only after grouping, and HAVING works there.',
              ),
              singleChoice(
                'Why is SELECT id, SUM(total) FROM orders GROUP BY city refused?',
                'A group has several ids, and none is the right one',
                ['SUM needs WHERE', 'id is a number', 'city must be selected'],
                'After grouping, a column must be grouped by or folded.',
              ),
              singleChoice(
                'Which comes first?',
                'WHERE, then GROUP BY, then HAVING',
                ['GROUP BY, then WHERE, then HAVING', 'HAVING, then WHERE, then GROUP BY', 'All at once'],
                'Rows are filtered, then heaped, then heaps are filtered.',
              ),
            ]),
          ],
        },
      ],
    },
    {
      title: 'Bringing tables together',
      topics: [
        {
          title: 'How a join matches rows',
          items: [
            video('A join, row by row', 'join-matches-rows'),
            article(
              'Why names live elsewhere',
              `<h2>Each fact in one place</h2>
<p>Our orders know a <code>customer_id</code>, not a name. That is on purpose. If the name stood in each order, a customer who marries would have to be changed in a hundred rows, and one of them would be forgotten. So the name stands once, in <code>customers</code>, and orders point at it.</p>
<pre><code class="language-sql">SELECT orders.id, customers.name, orders.total
FROM orders
JOIN customers ON orders.customer_id = customers.id;</code></pre>
<p>Read the <code>ON</code> line as a question that is asked for each pair of rows: <em>do you two belong together?</em> Pairs that say yes become a row of the answer.</p>
<h3>Three consequences</h3>
<ol><li>A customer with two orders appears twice. That is no mistake, it is two facts.</li><li>Order 103 points at customer 9, who does not exist. It has no partner and drops out.</li><li>A customer who never ordered does not appear at all.</li></ol>
<p>Whenever a join returns fewer or more rows than you expected, one of these three is the reason.</p>`,
            ),
          ],
        },
        {
          title: 'LEFT JOIN keeps everyone',
          items: [
            article(
              'When no partner is also an answer',
              `<h2>Keep the left side whole</h2>
<p>“List all customers with their number of orders” must include those with none. An inner join loses them. A <code>LEFT JOIN</code> keeps every row of the left table; where no partner is found, the columns of the right table are <code>NULL</code>.</p>
<pre><code class="language-sql">SELECT customers.name, COUNT(orders.id) AS orders
FROM customers
LEFT JOIN orders ON orders.customer_id = customers.id
GROUP BY customers.id, customers.name;</code></pre>
<table><thead><tr><th>name</th><th>orders</th></tr></thead><tbody><tr><td>Asha</td><td>1</td></tr><tr><td>Omar</td><td>2</td></tr><tr><td>Lena</td><td>0</td></tr></tbody></table>
<p>Note <code>COUNT(orders.id)</code>. Lena's line exists once, with an unknown order; <code>COUNT(*)</code> would call that one order.</p>
<h3>The trap in WHERE</h3>
<p>Add <code>WHERE orders.total &gt; 20</code> and Lena is gone again: her total is unknown, and unknown does not pass. A condition about the right table belongs into <code>ON</code> when the left side should stay whole.</p>`,
            ),
            quiz('LEFT JOIN: check', [
              singleChoice(
                'Three customers, one without orders, the others with 1 and 2. How many rows does the LEFT JOIN return before grouping?',
                '4',
                ['3', '2', '6'],
                '1 + 2 matching pairs, and one row for the customer without a partner.',
              ),
              singleChoice(
                'Why COUNT(orders.id) and not COUNT(*)?',
                'A customer without orders must count 0, not 1',
                ['It is faster', 'COUNT(*) is not allowed after a join', 'To count customers'],
                'The row without a partner exists; only its order id is unknown.',
              ),
              singleChoice(
                'You add WHERE orders.total > 20 to a LEFT JOIN from customers. Who disappears?',
                'Customers without any order',
                ['Nobody', 'Customers with two orders', 'Orders without a customer'],
                'Their total is unknown, and WHERE keeps only what is true.',
              ),
            ]),
          ],
        },
        {
          title: 'A report from start to finish',
          items: [
            article(
              'From question to query in five steps',
              `<h2>A way of working</h2>
<p>The manager asks: <em>which customers spent more than 30 in total, best first?</em> Do not start with SELECT. Start with the tables.</p>
<ol><li><strong>Which facts?</strong> Names are in <code>customers</code>, money in <code>orders</code>. So: a join.</li><li><strong>Who must stay?</strong> Only who spent something. So: an inner join.</li><li><strong>One line for each…?</strong> Customer. So: <code>GROUP BY</code> the customer.</li><li><strong>Which condition?</strong> It is about a sum. So: <code>HAVING</code>.</li><li><strong>Which order?</strong> By the sum, downwards.</li></ol>
<pre><code class="language-sql">SELECT customers.name, SUM(orders.total) AS spent
FROM orders
JOIN customers ON orders.customer_id = customers.id
GROUP BY customers.id, customers.name
HAVING SUM(orders.total) &gt; 30
ORDER BY spent DESC;</code></pre>
<p>Then check by hand with three rows you know. Omar spent 40 + 25 = 65; Asha's 15 is too little. A query that you cannot check by hand once is a query that you do not yet understand.</p>`,
            ),
            quiz('Final check', [
              singleChoice(
                'Which rows does an inner join drop?',
                'Rows without a partner on either side',
                ['Rows of the right table only', 'Duplicate rows', 'Rows with a total of 0'],
                'Only pairs that satisfy ON become rows of the answer.',
              ),
              singleChoice(
                'Why group by customers.id as well as by the name?',
                'Two customers may share a name',
                ['Names cannot be grouped', 'To sort the answer', 'Because of NULL'],
                'Grouping by the name alone would add up the money of namesakes.',
              ),
              singleChoice(
                'The condition SUM(total) > 30 stands in WHERE. What happens?',
                'The database refuses: sums do not exist yet',
                ['It works the same', 'It keeps all rows', 'It sorts by the sum'],
                'WHERE looks at single rows, before any group exists.',
              ),
              singleChoice(
                'Order 103 points at a customer who does not exist. In which query does its 60 appear?',
                'orders LEFT JOIN customers',
                ['orders JOIN customers', 'customers LEFT JOIN orders', 'In none of them'],
                'Only a join that keeps all orders shows it, with an unknown name.',
              ),
              singleChoice(
                'A report shows twice the revenue that you expected. What do you check first?',
                'Whether a join doubles rows',
                ['Whether NULL is sorted', 'Whether SELECT uses a star', 'Whether the server is slow'],
                'A partner that matches more than once repeats the row, and its total is added each time.',
              ),
            ]),
          ],
        },
        { title: 'Practice: write queries', items: sqlPractice },
      ],
    },
  ],
}
