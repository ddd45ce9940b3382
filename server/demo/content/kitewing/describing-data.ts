import { article, singleChoice, quiz, type DemoTopic } from '../course-kit.ts'
import { multipleChoice, numericAnswer, ordering, matching, trueFalse, shortAnswer } from '../question-kit.ts'

/** Mean and spread as formulas, with questions of every kind. */
export const describingData: DemoTopic = {
  title: 'Putting it together',
  items: [
    article(
      'The same ideas as formulas',
      String.raw`<h2>Two formulas you already know</h2>
<p>You can compute both by hand. Here they are as books write them, so that no book can frighten you. For values <code class="language-math">x_1, x_2, \dots, x_n</code> the mean is the sum, shared equally:</p>
<pre><code class="language-math">\bar{x} = \frac{1}{n} \sum_{i=1}^{n} x_i</code></pre>
<p>The sign <code class="language-math">\sum</code> only says “add them up”, from the first to the last. The standard deviation is the typical distance from that mean:</p>
<pre><code class="language-math">s = \sqrt{\frac{1}{n} \sum_{i=1}^{n} (x_i - \bar{x})^2}</code></pre>
<p>Read it from the inside: distance, square, mean, root. These are all the steps, and they never change their order.</p>
<h3>Let the computer add</h3>
<p>Python has all three in its standard library. Nothing needs to be installed:</p>
<pre><code class="language-python">from statistics import mean, median, pstdev

pay = [20, 22, 24, 26, 90]
print(mean(pay))    # 36.4
print(median(pay))  # 24
print(pstdev(pay))  # about 26.9</code></pre>
<p>Mean 36.4 and median 24 lie far apart, and the spread is larger than the median itself. One single salary of 90 does all of that. So before you report any of the three, look at the values: a picture with one lonely dot far to the right says more than three numbers.</p>
<h3>What to report</h3>
<table><thead><tr><th>The data look</th><th>Report</th></tr></thead><tbody><tr><td>even around the middle</td><td>mean and standard deviation</td></tr><tr><td>lopsided, or with lonely dots</td><td>median and quartiles</td></tr></tbody></table>`,
    ),
    quiz('Describing data: all together', [
      singleChoice(
        'Which pair belongs together in a report on lopsided data?',
        'Median and quartiles',
        ['Mean and quartiles', 'Median and standard deviation', 'Mean and standard deviation'],
        'Both ignore extremes. Mixing the two families tells half of two stories.',
      ),
      multipleChoice(
        'Which of these change when the largest salary is raised from 90 to 900?',
        [
          ['The mean', true, 'Its sum contains every value.'],
          [
            'The standard deviation',
            true,
            'The distance of that one value grows, and its square grows even more.',
          ],
          ['The median', false, 'The person in the middle of the queue stays the same.'],
          ['The number of values', false, 'Nobody came and nobody left.'],
        ],
        'What looks only at the middle of the queue does not notice what happens at its end.',
      ),
      trueFalse(
        'A standard deviation can be negative.',
        false,
        'It is the root of a mean of squares, and none of these is ever below zero.',
      ),
      shortAnswer(
        'What is the square of the standard deviation called?',
        ['variance', 'the variance'],
        'The variance is the mean of the squared distances; its root is the standard deviation.',
      ),
      numericAnswer(
        'What is the mean of 20, 22, 24, 26 and 90?',
        { value: 36.4, tolerance: 0.05 },
        'The sum is 182, shared by five: 36.4.',
      ),
      ordering(
        'Bring the steps to the standard deviation into their order.',
        [
          'Find the mean',
          'Take the distance of each value from it',
          'Square the distances',
          'Take the mean of the squares',
          'Take the root',
        ],
        'Read the formula from the inside: distance, square, mean, root. The mean must be known first.',
      ),
      matching(
        'Which figure answers which question?',
        [
          ['What does all of it cost together?', 'Mean times number'],
          ['What is usual for one person?', 'Median'],
          ['How far from the middle is usual?', 'Standard deviation'],
        ],
        ['Largest value'],
        'A sum needs the mean, a typical person the median, and a distance the standard deviation.',
      ),
    ]),
  ],
}
