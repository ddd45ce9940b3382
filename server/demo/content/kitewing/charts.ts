import { article, singleChoice, quiz, type DemoCourse } from '../course-kit.ts'

export const chartsCourse: DemoCourse = {
  title: 'Tableau and Charts that Tell the Truth',
  difficulty: 'intermediate',
  price: 'premium',
  cover: { motif: 'bars', hue: 25 },
  sections: [
    {
      title: 'Seeing',
      topics: [
        {
          title: 'What eyes compare well',
          freePreview: true,
          items: [
            article(
              'Length before angle before colour',
              `<h2>A ranking that every chart maker should know</h2>
<p>In experiments people were shown two marks and asked by how much one exceeds the other. Some ways of drawing were read almost exactly, others badly wrong. From best to worst:</p>
<ol><li>position along a common scale (dots, line ends)</li><li>length (bars)</li><li>angle and slope (pie slices)</li><li>area (bubbles)</li><li>shade and colour (heat maps)</li></ol>
<p>So put your most important number on the best channel. A bubble twice as large in area looks perhaps one and a half times as large; the reader will be wrong, and it will be the chart's fault.</p>
<h3>In Tableau</h3>
<p>What you drop on <strong>Rows</strong> and <strong>Columns</strong> uses position. What you drop on <strong>Size</strong> and <strong>Colour</strong> uses the weak channels. Start with rows and columns, and use colour only for what is left: a highlight, or a group with few members.</p>`,
            ),
            quiz('Eyes: check', [
              singleChoice(
                'Which drawing is compared most exactly?',
                'Dots on a common scale',
                ['Bubbles', 'Pie slices', 'Shades of blue'],
                'Position along a common scale leads the ranking.',
              ),
              singleChoice(
                'What should colour be used for?',
                'A highlight or a few groups',
                ['The most important number', 'Every single bar', 'Making the chart lively'],
                'Colour is a weak channel for amounts and a strong one for picking out.',
              ),
              singleChoice(
                'One bubble has twice the area of another. What do readers tend to see?',
                'Less than twice',
                ['Exactly twice', 'More than four times', 'No difference'],
                'Areas are underestimated systematically.',
              ),
            ]),
          ],
        },
        {
          title: 'Scales that mislead',
          items: [
            article(
              'Where does the axis begin?',
              `<h2>Bars start at zero</h2>
<p>A bar says with its length how much there is. Cut the axis at 90, and the bars of 95 and 100 look like one to two. The picture now says <em>double</em>, while the numbers say <em>five per cent more</em>. For bars, zero is not a matter of taste.</p>
<p>A line says with its slope how things change. It may start anywhere, because nobody reads a length from it. Write the range clearly all the same.</p>
<h3>Three more traps</h3>
<ul><li><strong>Two axes.</strong> With two scales, lines can be made to cross wherever one likes. Draw two charts, one above the other.</li><li><strong>Chosen windows.</strong> A curve from March to May rises; from January to December it swings. Show the longest period that is comparable.</li><li><strong>Totals instead of rates.</strong> A map of all accidents is a map of where people live. Divide by people, trips or kilometres.</li></ul>
<p>The test of honesty: would you draw it the same way if the result were the opposite?</p>`,
            ),
          ],
        },
      ],
    },
    {
      title: 'Building',
      topics: [
        {
          title: 'From question to sheet',
          items: [
            article(
              'Dimensions and measures',
              `<h2>Blue splits, green adds up</h2>
<p>Tableau sorts every field into one of two kinds. A <strong>dimension</strong> splits data into groups: city, month, product. A <strong>measure</strong> is folded within each group: sum of sales, mean rating. In the shelves the first kind shows as blue and the second as green when it runs along a continuous axis.</p>
<p>Take the question <em>“In which month did each city sell most?”</em></p>
<ol><li>City to Rows: one line for each.</li><li>Month to Columns: time runs to the right.</li><li>Sales to Rows: a line chart for each city, with the same scale.</li><li>A reference line at the maximum answers the question at a glance.</li></ol>
<h3>Is it a sum or a mean?</h3>
<p>Tableau sums by default. For prices, ratings and temperatures a sum is nonsense. Read the pill: <code>SUM(Rating)</code> should become <code>AVG(Rating)</code>. Hover over one mark and check it against the source. One checked mark is worth ten admired ones.</p>`,
            ),
          ],
        },
        {
          title: 'A dashboard for Monday morning',
          items: [
            article(
              'What should I do now?',
              `<h2>A dashboard is read standing up</h2>
<p>People give it ten seconds. In that time it must answer: is all well, and if not, where do I look? Three layers serve that.</p>
<ol><li><strong>At the top the answer:</strong> three to five figures, each beside its target or last week's value.</li><li><strong>In the middle the course:</strong> one line chart of the most important figure over time.</li><li><strong>Below the cause:</strong> sorted bars by team, product or city, which act as filters when clicked.</li></ol>
<h3>Less is loaded faster, too</h3>
<p>Every sheet on a dashboard asks the database. Eight charts make eight queries, and the ninth makes everybody wait. Use extracts for data that change daily, and limit filters to those that somebody really uses.</p>
<p>Then watch a colleague use it in silence. Where the mouse hesitates, the dashboard has a fault; write it down, do not explain it away.</p>`,
            ),
            quiz('Building: check', [
              singleChoice(
                'Which field is a dimension?',
                'City',
                ['Sum of sales', 'Mean rating', 'Number of orders'],
                'A dimension splits data into groups; the others are folded within them.',
              ),
              singleChoice(
                'SUM(Rating) shows 412 stars. What is wrong?',
                'Ratings should be averaged',
                ['The scale', 'The colour', 'Nothing'],
                'The sum of ratings says mostly how many people rated.',
              ),
              singleChoice(
                'Bars of 95 and 100 on an axis from 90: what does the picture say?',
                'One is twice the other',
                ['They are equal', 'Five per cent more', 'Nothing'],
                'The visible lengths are 5 and 10.',
              ),
              singleChoice(
                'What belongs at the top of a dashboard?',
                'A few figures beside their targets',
                ['All filters', 'The largest table', 'The logo'],
                'The first glance should answer whether all is well.',
              ),
            ]),
          ],
        },
      ],
    },
  ],
}
