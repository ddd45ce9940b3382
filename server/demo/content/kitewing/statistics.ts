import { article, singleChoice, quiz, videoQuestion, video, type DemoCourse } from '../course-kit.ts'
import { trueFalse } from '../question-kit.ts'

export const statisticsCourse: DemoCourse = {
  title: 'Statistics without Fear',
  difficulty: 'intermediate',
  price: 'free',
  cover: { motif: 'curve', hue: 280 },
  sections: [
    {
      title: 'Describing',
      topics: [
        {
          title: 'The middle of things',
          freePreview: true,
          items: [
            video(
              'Mean and median',
              'mean-and-median',
              [
                { second: 0, title: 'Five salaries' },
                { second: 4.2, title: 'Median and mean' },
                { second: 13, title: 'One salary grows' },
              ],
              [
                videoQuestion(
                  13,
                  singleChoice(
                    'The highest salary is about to grow from 28 to 90. What will the median do?',
                    'It stays at 24',
                    ['It grows to 36.4', 'It grows to 90'],
                    'Two people still earn less than 24 and two still earn more. How much more does not matter to the median.',
                  ),
                  { required: false },
                ),
                videoQuestion(
                  22,
                  trueFalse(
                    'After the raise most of the five earn more than the mean.',
                    false,
                    'The mean is 36.4 now, and four of the five earn less. One large value pulled it up.',
                  ),
                  { required: true },
                ),
              ],
            ),
            article(
              'Which middle do you mean?',
              `<h2>Two honest answers to one question</h2>
<p>“What does one typically earn here?” has two honest answers. The <strong>mean</strong> shares the whole sum equally. The <strong>median</strong> is the person in the middle of the queue.</p>
<p>For 20, 22, 24, 26 and 28 both are 24. Let the last salary be 90 instead, and the mean jumps to 36.4, while the median stays where it was. Neither is wrong; they answer different questions.</p>
<table><thead><tr><th>You want to know</th><th>Use</th></tr></thead><tbody><tr><td>what all of it costs together</td><td>mean</td></tr><tr><td>what is usual for one person</td><td>median</td></tr></tbody></table>
<h3>A quick test for lopsided data</h3>
<p>Compare the two. When the mean is clearly larger, a few large values pull: incomes, house prices, waiting times. When they agree, the data lie evenly around the middle, and the mean may be used without worry.</p>
<p>Be careful with reports that name only an “average”. Ask which one, and ask for the other.</p>`,
            ),
          ],
        },
        {
          title: 'How far apart',
          items: [
            article(
              'Spread, the forgotten half',
              `<h2>Two rivers with the same mean depth</h2>
<p>A river that is one metre deep on average may be waded or may drown you. The mean alone does not tell. Every middle needs a spread beside it.</p>
<h3>Standard deviation in words</h3>
<ol><li>How far is each value from the mean?</li><li>Square these distances, so that left and right do not cancel.</li><li>Take their mean: the variance.</li><li>Take the square root, to be back in the original unit.</li></ol>
<p>For 4, 6 and 8 the mean is 6, the distances are −2, 0 and 2, the squares 4, 0 and 4. Their mean is 8/3, and the root of it about 1.6. So values lie typically one and a half away from the middle.</p>
<h3>Quartiles for lopsided data</h3>
<p>Sort the values and cut the queue into four equal parts. Between the first and the third cut lies the middle half of all people. This range ignores extremes on both sides, just as the median does. Box plots draw it.</p>`,
            ),
            quiz('Middle and spread: check', [
              singleChoice(
                'What is the median of 3, 9, 4, 20, 5?',
                '5',
                ['4', '8.2', '9'],
                'Sorted: 3, 4, 5, 9, 20. The one in the middle is 5.',
              ),
              singleChoice(
                'Mean 50, median 35. What does that hint at?',
                'A few very large values',
                ['A few very small values', 'A mistake in the sum', 'Evenly spread data'],
                'Large values pull the mean upwards and leave the median alone.',
              ),
              singleChoice(
                'All values are doubled. What happens to the standard deviation?',
                'It doubles',
                ['It stays', 'It is four times as large', 'It is halved'],
                'Every distance from the mean doubles, and so does their typical size.',
              ),
              singleChoice(
                'All values grow by 10. What happens to the standard deviation?',
                'It stays',
                ['It grows by 10', 'It doubles', 'It becomes 10'],
                'The mean moves along, so the distances remain.',
              ),
            ]),
          ],
        },
      ],
    },
    {
      title: 'Concluding',
      topics: [
        {
          title: 'Samples and luck',
          items: [
            article(
              'Small samples shout',
              `<h2>Why the smallest schools are best, and worst</h2>
<p>Rank schools by their average marks, and small schools crowd the top. Should all schools be small? Look at the bottom of the list: small schools again. With twelve pupils, two gifted or two unlucky ones move the average a lot; with twelve hundred, luck evens out.</p>
<p>The rule: the typical error of a mean shrinks with the <strong>square root</strong> of the sample. For half the error you need four times as many people. That is why surveys rarely ask more than a few thousand.</p>
<h3>Before size comes fairness</h3>
<p>A large sample does not help if it is drawn badly. A poll among those who answer an unknown number at noon misses everybody at work, no matter how many it reaches. Ask three questions about any figure:</p>
<ul><li>Who could have been asked?</li><li>Who answered, and who did not?</li><li>How many were they?</li></ul>
<p>A figure that comes without these answers is an anecdote in a suit.</p>`,
            ),
          ],
        },
        {
          title: 'Together is not because',
          items: [
            article(
              'Correlation and its disguises',
              `<h2>Ice cream does not cause sunburn</h2>
<p>On days with much ice cream there is much sunburn. The two go together; they are <em>correlated</em>. Yet forbidding ice cream would help nobody, since both come from a third thing: sunshine.</p>
<p>Whenever A and B go together, four explanations stand in line:</p>
<ol><li>A causes B.</li><li>B causes A. Do firefighters cause large fires?</li><li>Something else causes both.</li><li>It is chance, found because somebody compared a thousand pairs.</li></ol>
<h3>How to tell them apart</h3>
<p>The strongest tool is to decide by lot. When a coin decides who gets the new lesson and who the old, all other differences spread evenly over both groups. What remains is the lesson, or luck; and how likely luck is can be calculated.</p>
<p>Where lots are impossible, look for the third thing and compare only like with like: not all towns, but towns of the same size and wealth.</p>`,
            ),
            quiz('Concluding: check', [
              singleChoice(
                'You want to halve the typical error of a survey. How many people do you ask?',
                'Four times as many',
                ['Twice as many', 'Half as many', 'Ten times as many'],
                'The error shrinks with the square root of the number of people.',
              ),
              singleChoice(
                'Streets with more firefighters see larger fires. What is the sensible reading?',
                'Large fires bring more firefighters',
                ['Firefighters make fires larger', 'It is certainly chance', 'The data are false'],
                'Cause and effect are turned around.',
              ),
              singleChoice(
                'What does deciding by lot achieve?',
                'Other differences spread evenly over both groups',
                ['A larger sample', 'A smaller spread', 'Faster answers'],
                'So the thing that was decided by lot is the only systematic difference.',
              ),
            ]),
          ],
        },
      ],
    },
  ],
}
