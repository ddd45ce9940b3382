import { article, singleChoice, quiz, video, type DemoCourse } from '../course-kit.ts'
import { excelPractice } from '../problems/kitewing.ts'

export const excelCourse: DemoCourse = {
  title: 'Excel for Analysts',
  difficulty: 'beginner',
  price: 'free',
  cover: { motif: 'grid', hue: 150 },
  sections: [
    {
      title: 'Sheets you can trust',
      topics: [
        {
          title: 'Clean tables',
          freePreview: true,
          items: [
            article(
              'Four habits of a clean table',
              `<h2>Most Excel trouble starts before the first formula</h2>
<p>A sheet that pleases the eye is not always one that can be analysed. These four habits cost a minute and save an afternoon.</p>
<ol><li><strong>One header row, at the top.</strong> No merged cells, no title above it, no second header in the middle.</li><li><strong>One fact in each cell.</strong> “Pune, 12 units” is two facts and needs two columns.</li><li><strong>One row for each event.</strong> Months side by side look neat, but a column <em>month</em> lets you filter, group and add next year without rebuilding anything.</li><li><strong>No meaning in colour alone.</strong> A yellow row cannot be filtered by a formula or read by a screen reader. Add a column <em>status</em>.</li></ol>
<h3>Let Excel know that it is a table</h3>
<p>Press <code>Ctrl + T</code>. The range becomes a table: formulas fill down by themselves, new rows are included in charts, and columns get names. <code>=SUM(Sales[amount])</code> still says what it means after a year; <code>=SUM(D2:D488)</code> does not, and it forgets row 489.</p>`,
            ),
            quiz('Clean tables: check', [
              singleChoice(
                'Twelve columns named Jan to Dec. What is the better shape for analysis?',
                'One column month and one column amount',
                ['One sheet for each month', 'Merged month cells', 'A colour for each month'],
                'One row for each event can be filtered, grouped and extended.',
              ),
              singleChoice(
                'What does Ctrl + T do?',
                'Turns the range into a table with named columns',
                ['Sorts the sheet', 'Inserts today’s date', 'Transposes rows and columns'],
                'Tables grow with their data, and formulas can use the names of the columns.',
              ),
              singleChoice(
                'Late orders are marked in red. What should be added?',
                'A column that says “late”',
                ['A legend', 'A darker red', 'A comment on the sheet'],
                'Colour alone can be neither filtered nor heard.',
              ),
            ]),
          ],
        },
        {
          title: 'Formulas that survive copying',
          items: [
            article(
              'The dollar sign decides',
              `<h2>Relative and fixed references</h2>
<p>Copy <code>=B2*C2</code> one row down and it becomes <code>=B3*C3</code>. References move along, which is just what you want, until one of them should stay: the tax rate in <code>F1</code>.</p>
<p>A dollar sign nails down what follows it. <code>$F$1</code> never moves; <code>F$1</code> keeps its row; <code>$F1</code> keeps its column.</p>
<pre><code>=B2*C2*$F$1</code></pre>
<h3>The times-table test</h3>
<p>Put 1 to 9 into <code>A2:A10</code> and into <code>B1:J1</code>. Which single formula in <code>B2</code>, copied everywhere, makes the times table? It is <code>=$A2*B$1</code>: the column of the left number is fixed, and the row of the upper number is fixed. Whoever can explain this has understood references for good.</p>
<h3>Looking up</h3>
<p><code>=XLOOKUP(A2, Products[id], Products[price], "unknown")</code> finds the price for an id. Always give the last argument: an honest “unknown” is better than <code>#N/A</code> spreading through a report.</p>`,
            ),
            quiz('References: check', [
              singleChoice(
                '=$A2*B$1 stands in B2 and is copied to D5. What does it say there?',
                '=$A5*D$1',
                ['=$A2*D$1', '=$C5*D$4', '=$A5*B$1'],
                'Column A and row 1 are nailed down; the rest moves along.',
              ),
              singleChoice(
                'Which reference never changes when copied?',
                '$F$1',
                ['F1', '$F1', 'F$1'],
                'Both the column and the row carry a dollar sign.',
              ),
              singleChoice(
                'Why give XLOOKUP a last argument such as "unknown"?',
                'So that a missing id is visible without breaking sums elsewhere',
                ['It makes the search faster', 'It is required', 'It sorts the table'],
                'Errors spread through every formula that uses them; a text says what is wrong.',
              ),
            ]),
          ],
        },
      ],
    },
    {
      title: 'From rows to answers',
      topics: [
        {
          title: 'Pivot tables',
          items: [
            video('How a pivot table groups', 'pivot-groups-rows'),
            article(
              'Three questions before you drag',
              `<h2>A pivot table answers one kind of question</h2>
<p><em>How much of something, for each of these, split by those?</em> Say the sentence aloud, and the fields fall into place.</p>
<table><thead><tr><th>Part of the sentence</th><th>Area</th></tr></thead><tbody><tr><td>How much sales</td><td>Values</td></tr><tr><td>for each city</td><td>Rows</td></tr><tr><td>split by month</td><td>Columns</td></tr><tr><td>only for 2026</td><td>Filters</td></tr></tbody></table>
<h3>Check before you believe</h3>
<ul><li><strong>The grand total.</strong> It must equal the sum of the source column. If it does not, rows are missing from the source range.</li><li><strong>Sum or count?</strong> When a column holds one text among its numbers, Excel counts instead of adding. The heading says so, if you read it.</li><li><strong>Refresh.</strong> A pivot table is a photograph. After the data changed, press <code>Alt + F5</code>.</li></ul>
<p>Double-click any number and Excel opens the rows behind it. That is the quickest way to find out why a figure surprises you.</p>`,
            ),
          ],
        },
        {
          title: 'One chart, one message',
          items: [
            article(
              'Charts for busy people',
              `<h2>Write the headline first</h2>
<p>Before choosing a chart, write the sentence that it should prove: “Kochi overtook Delhi in February.” If you cannot write the sentence, you are not ready for the chart; go back to the pivot table.</p>
<ul><li><strong>Comparing things?</strong> Bars, sorted by length.</li><li><strong>Change over time?</strong> A line; time runs along the bottom.</li><li><strong>Parts of a whole?</strong> Two or three parts fit a pie. For more, use bars again.</li></ul>
<h3>Then take away</h3>
<p>Remove what does not help to read: the frame, the shadow, the third dimension, most grid lines. Write the name of a line at its end instead of in a legend, so that the eye need not travel.</p>
<p>Use one strong colour for what the headline is about and grey for all else. Finally make the sentence the title. “Sales by city and month” describes the chart; “Kochi overtook Delhi in February” tells the reader why it is there.</p>`,
            ),
            quiz('Pivot tables and charts: check', [
              singleChoice(
                'The grand total of your pivot table is smaller than the sum of the column. The likely reason?',
                'The source range misses rows',
                ['The chart is wrong', 'Too many columns', 'The months are sorted'],
                'Every row has exactly one cell, so nothing gets lost in the grouping itself.',
              ),
              singleChoice(
                'The values area shows a count although you wanted a sum. What do you look for?',
                'A text among the numbers of that column',
                ['A hidden sheet', 'A missing header', 'A wrong colour'],
                'One text is enough for Excel to fall back to counting.',
              ),
              singleChoice(
                'Revenue over 24 months: which chart?',
                'A line',
                ['A pie', 'Sorted bars', 'A doughnut'],
                'Change over time reads best as a line with time along the bottom.',
              ),
              singleChoice(
                'Which is the better chart title?',
                'Kochi overtook Delhi in February',
                ['Sales', 'Sales by city and month', 'Figure 3'],
                'It states the message, so that the reader knows what to look for.',
              ),
            ]),
          ],
        },
        { title: 'Practice: a report', items: excelPractice },
      ],
    },
  ],
}
