import { article, singleChoice, packageItem, quiz, type DemoCourse } from '../course-kit.ts'

/** A short course around a SCORM package. */
export const chartDetective: DemoCourse = {
  title: 'Chart Detective: Bars You Can Trust',
  difficulty: 'beginner',
  price: 'free',
  cover: { motif: 'grid', hue: 205 },
  description:
    'Half an hour with one kind of chart: bars. You learn what a bar promises, play with an axis until five per cent look like a miracle, and take away three questions that unmask most misleading charts before you have finished your coffee.',
  objectives: [
    'Say what a reader compares in a chart of bars',
    'See at once where an axis begins and what that does',
    'Ask three questions before you believe a chart',
  ],
  sections: [
    {
      title: 'Bars',
      topics: [
        {
          title: 'What a bar promises',
          freePreview: true,
          items: [
            article(
              'A bar is a length',
              `<h2>The promise</h2>
<p>A bar says: <strong>my length is the amount</strong>. Twice as long means twice as much. Nobody has to learn this; children read it before they read numbers.</p>
<p>That is why bars are so useful, and why they can mislead so well. Whoever changes the lengths changes what people see, even when every number beside them is right. A reader who is in a hurry keeps the picture and forgets the numbers.</p>
<h3>Three questions</h3>
<ol><li>Where does the axis begin?</li><li>What is each bar divided by: people, days, shops?</li><li>Which bars are missing?</li></ol>
<p>In the next lesson you move the beginning of an axis yourself.</p>`,
            ),
          ],
        },
        {
          title: 'Move the axis yourself',
          items: [packageItem('Where does the axis begin?', 'honest-bars', 6)],
        },
      ],
    },
    {
      title: 'In the wild',
      topics: [
        {
          title: 'A chart from a shop window',
          items: [
            article(
              'Twice the power',
              `<h2>“Twice the power”</h2>
<p>A poster shows two bars, the old vacuum cleaner and the new one. The new bar is twice as high. In small print the axis begins at 600 watts; the cleaners have 650 and 700.</p>
<p>Measured from zero, the new bar is less than one tenth longer. The poster did not lie with a number. It lied with a length.</p>
<p>Draw it again: two bars from zero, 650 and 700. Would anybody still buy it for that chart? Then the chart should say something else: how loud they are, how long they last, how much dust they leave behind after one minute.</p>`,
            ),
          ],
        },
        {
          title: 'Check yourself',
          items: [
            quiz('Bars: check', [
              singleChoice(
                'Bars of 650 and 700 are drawn from 600 on. How much longer does the second look?',
                'Twice as long',
                ['A tenth longer', 'Equally long', 'Seven times as long'],
                'From 600 on they are 50 and 100 long.',
              ),
              singleChoice(
                'Which of these may begin its axis above zero?',
                'A line of daily temperatures',
                ['Bars of yearly sales', 'Stacked bars of votes', 'Bars of wages'],
                'A line says with its slope how things change; nobody reads a length from it.',
              ),
              singleChoice(
                'A town with 900 people has 9 accidents, one with 9,000 has 45. Which bar should be longer?',
                'That of the small town, per person',
                ['That of the large town', 'Both are equally long', 'It cannot be drawn'],
                'Divided by people, the small town has twice as many: 1 in 100 against 1 in 200.',
              ),
            ]),
          ],
        },
      ],
    },
  ],
}
