import { article, singleChoice, quiz, type DemoCourse } from '../course-kit.ts'
import { describingData } from './describing-data.ts'

export const aptitudeCourse: DemoCourse = {
  title: 'Aptitude: Quantitative Reasoning',
  difficulty: 'medium',
  price: 'free',
  cover: { motif: 'steps', hue: 340 },
  sections: [
    {
      title: 'Parts and wholes',
      topics: [
        {
          title: 'Percentages as factors',
          freePreview: true,
          items: [
            article(
              'Multiply, never add',
              `<h2>A change of p per cent is one multiplication</h2>
<p>Plus 20% means times 1.2. Minus 20% means times 0.8. Once you see percentages as factors, chains of changes lose their terror.</p>
<p><strong>Example.</strong> A price rises by 20% and then falls by 20%. Are we back where we started? 1.2 × 0.8 = 0.96. We are 4% below. The fall is taken from a larger amount, so it takes more.</p>
<h3>Backwards</h3>
<p>After a discount of 25% a bag costs ₹600. What was the price? Do <em>not</em> add 25% of 600. The old price times 0.75 is 600, so it was 600 / 0.75 = ₹800.</p>
<h3>Two tricks for the exam</h3>
<ul><li><strong>Take 100.</strong> When no amount is given, start with 100 and follow it through.</li><li><strong>Swap.</strong> 16% of 25 equals 25% of 16, which is 4. Use the friendlier side.</li></ul>
<p>Always ask: per cent <em>of what</em>? More wrong answers come from the wrong whole than from wrong arithmetic.</p>`,
            ),
            quiz('Percentages: practice', [
              singleChoice(
                'A price rises by 10% and then by 10% again. Altogether?',
                '21%',
                ['20%', '22%', '11%'],
                '1.1 × 1.1 = 1.21.',
              ),
              singleChoice(
                'After 20% off, a shirt costs 480. What was the price before?',
                '600',
                ['576', '500', '560'],
                '480 / 0.8 = 600. Adding 20% of 480 would be the classic slip.',
              ),
              singleChoice(
                'What is 36% of 25?',
                '9',
                ['8', '10', '7.5'],
                'Swap: 25% of 36 is a quarter of 36.',
              ),
              singleChoice(
                'A falls by 50%. By how much must it rise to be back?',
                '100%',
                ['50%', '75%', '150%'],
                'From half to the whole is a doubling.',
              ),
            ]),
          ],
        },
        {
          title: 'Ratios and mixtures',
          items: [
            article(
              'Count the parts',
              `<h2>3 : 5 means eight equal parts</h2>
<p>A ratio hides a common unit. Find it, and the rest is counting. ₹2,400 are shared in the ratio 3 : 5. There are 3 + 5 = 8 parts, each worth 300. So the shares are ₹900 and ₹1,500.</p>
<h3>Joining two ratios</h3>
<p>A : B = 2 : 3 and B : C = 4 : 5. The B in both must be the same number. Stretch the first by 4 and the second by 3: A : B = 8 : 12 and B : C = 12 : 15. So A : B : C = 8 : 12 : 15.</p>
<h3>Mixtures</h3>
<p>Rice at ₹40 and rice at ₹70 are mixed to cost ₹50. How? Look at distances: 50 is 10 away from 40 and 20 away from 70. The amounts stand in the <em>opposite</em> ratio, 20 : 10. Two parts of the cheap, one of the dear. Check: (2 × 40 + 70) / 3 = 50.</p>
<p>The nearer price needs the larger share; if your answer says otherwise, you swapped the two.</p>`,
            ),
          ],
        },
      ],
    },
    {
      title: 'Rates',
      topics: [
        {
          title: 'Time and work',
          items: [
            article(
              'How much in one day?',
              `<h2>Rates add, times do not</h2>
<p>Asha paints a wall in 6 hours, Omar in 3. Together not in 9 and not in 4.5. Ask how much each does in <em>one</em> hour: 1/6 and 1/3. Together 1/6 + 2/6 = 1/2 of the wall, so 2 hours.</p>
<h3>Avoid fractions: choose a handy wall</h3>
<p>Let the wall have 6 square metres, the common multiple. Asha paints 1 an hour, Omar 2. Together 3 an hour: 6 / 3 = 2 hours. The same answer without a single fraction.</p>
<h3>Pipes that empty</h3>
<p>A tap fills a tank in 4 hours, a leak empties it in 12. Take a tank of 12 litres: plus 3, minus 1, so 2 litres an hour net, and 6 hours.</p>
<p><strong>Sanity check.</strong> Together two helpers must be faster than the quicker one alone, and a leak must make it slower. A result outside these bounds is wrong before you have found out why. In an exam this alone removes two of four options.</p>`,
            ),
            quiz('Work: practice', [
              singleChoice(
                'A needs 10 days, B 15 days. Together?',
                '6 days',
                ['5 days', '12.5 days', '25 days'],
                'Take 30 units: 3 + 2 a day, 30 / 5 = 6.',
              ),
              singleChoice(
                'A tap fills in 6 hours, a leak empties in 18. How long with both?',
                '9 hours',
                ['12 hours', '4.5 hours', '6 hours'],
                'Take 18 litres: 3 − 1 = 2 an hour.',
              ),
              singleChoice(
                'Two people need 8 and 12 hours. Which answer can be excluded at once?',
                '10 hours together',
                ['4.8 hours together', 'Less than 8 hours', 'More than 4 hours'],
                'Together they must be faster than the quicker one alone.',
              ),
            ]),
          ],
        },
        {
          title: 'Speed and distance',
          items: [
            article(
              'The mean that nobody expects',
              `<h2>There at 60, back at 40</h2>
<p>You drive to a town at 60 km/h and back at 40. Mean speed? Not 50. You spend more time at the slower speed, so it weighs more. Let the way be 120 km: 2 hours there, 3 hours back, 240 km in 5 hours. That is 48 km/h.</p>
<p>For equal <em>distances</em> the mean speed is 2ab / (a + b). For equal <em>times</em> it is the plain mean. Read carefully which of them is equal.</p>
<h3>Relative speed</h3>
<ul><li>Towards each other: speeds add. 60 and 40 close a gap of 200 km in 2 hours.</li><li>In the same direction: speeds subtract. The faster gains 20 km every hour.</li></ul>
<h3>Trains have a length</h3>
<p>To pass a pole a train travels its own length; to pass a platform, its own length plus the platform's. And 1 m/s is 3.6 km/h: a train at 72 km/h moves 20 m each second.</p>`,
            ),
            quiz('Speed: practice', [
              singleChoice(
                'There at 30 km/h, back at 60. Mean speed?',
                '40 km/h',
                ['45 km/h', '50 km/h', '35 km/h'],
                '2 · 30 · 60 / 90 = 40.',
              ),
              singleChoice(
                'A train of 150 m at 54 km/h passes a pole in…',
                '10 s',
                ['15 s', '8 s', '2.8 s'],
                '54 km/h are 15 m/s; 150 / 15 = 10.',
              ),
              singleChoice(
                'Two cyclists, 60 km apart, ride towards each other at 12 and 18 km/h. They meet after…',
                '2 h',
                ['10 h', '4 h', '5 h'],
                'The gap closes at 30 km/h.',
              ),
              singleChoice('90 km/h are how many m/s?', '25', ['324', '30', '9'], '90 / 3.6 = 25.'),
            ]),
          ],
        },
      ],
    },
    { title: 'Describing data', topics: [describingData] },
  ],
}
