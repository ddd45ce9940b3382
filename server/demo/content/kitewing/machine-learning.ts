import { article, singleChoice, quiz, type DemoCourse } from '../course-kit.ts'

/** Announced: the course opens on a date, and learners can ask for a notification. */
export const machineLearningCourse: DemoCourse = {
  title: 'Machine Learning, Gently',
  difficulty: 'intermediate',
  price: 'free',
  cover: { motif: 'grid', hue: 14 },
  sections: [
    {
      title: 'Learning from examples',
      topics: [
        {
          title: 'A rule nobody wrote',
          freePreview: true,
          items: [
            article(
              'What a machine learns',
              `<h2>From rules to examples</h2>
<p>Suppose you must sort mangoes: ripe or not. You could write rules: yellow, soft, heavy. Each rule has exceptions, and each exception has its own. Or you put two hundred mangoes on a table, write on each what it turned out to be when it was cut, and look for what the ripe ones have in common.</p>
<p>Machine learning is the second way, done by a program. It needs three things:</p>
<ul><li><strong>Examples</strong> with the answer known: the cut mangoes.</li><li><strong>Features</strong>, which are things that can be measured before cutting: weight, colour, firmness.</li><li><strong>A measure of mistakes</strong>, so that the program can tell a better rule from a worse one.</li></ul>
<p>What comes out is called a <em>model</em>. It is nothing but a rule with numbers that were found rather than chosen. It knows no mangoes. It knows that fruit with these measurements was, most of the time, ripe on <em>that</em> table. Ask it about an apple and it will answer with the same confidence.</p>`,
            ),
            quiz('Examples: check', [
              singleChoice(
                'What is a feature?',
                'Something measured before the answer is known',
                ['The right answer', 'A mistake', 'A finished program'],
                'The model may use only what will be there when it is asked.',
              ),
              singleChoice(
                'Your mango model is asked about an apple. What happens?',
                'It answers as if it were a mango',
                ['It refuses', 'It learns what apples are', 'It asks back'],
                'A model knows nothing beyond its examples, and does not notice it.',
              ),
              singleChoice(
                'What does “learning” change?',
                'Numbers inside a rule',
                ['The examples', 'The question', 'The computer'],
                'The form of the rule is chosen by people; its numbers are found.',
              ),
            ]),
          ],
        },
        {
          title: 'The nearest neighbour',
          items: [
            article(
              'Ask the most similar one',
              `<h2>The simplest model that works</h2>
<p>To judge a new mango, find the one on the table that is most similar and give its answer. That is all. It is called <em>nearest neighbour</em>, and it is hard to beat when there are many examples and few features.</p>
<h3>What “similar” means</h3>
<p>Draw weight to the right and firmness upwards. Each mango is a point, and similar means close by. But weight runs from 150 to 600 grams while firmness runs from 1 to 10. Measured with one ruler, firmness would hardly count. So both are first brought to the same scale.</p>
<pre><code class="language-python">def scaled(value, low, high):
    return (value - low) / (high - low)</code></pre>
<h3>Ask more than one</h3>
<p>A single neighbour may be odd: a ripe mango with a hard spot. Ask the five nearest and let them vote. With one neighbour the model believes every accident; with two hundred it says the same about every fruit. Somewhere between lies a number that you find by trying, on examples which the model has not seen.</p>`,
            ),
          ],
        },
      ],
    },
    {
      title: 'Is it any good?',
      topics: [
        {
          title: 'Never mark your own homework',
          items: [
            article(
              'Keep some examples back',
              `<h2>Training and test</h2>
<p>A model that stored all two hundred mangoes knows every one of them by heart. Ask it about those and it makes no mistake. This says nothing: you wanted to know about the <em>next</em> mango.</p>
<p>So before anything else, put every fifth example into a drawer. The model learns from the rest. At the very end, once, open the drawer and count.</p>
<ul><li>Good on the rest, bad on the drawer: it learned by heart. This is called <em>overfitting</em>.</li><li>Bad on both: the rule is too simple, or the features say too little.</li><li>Good on both: perhaps it is good. Ask where the examples came from.</li></ul>
<h3>How drawers leak</h3>
<p>Two photographs of the same fruit, one on each side. A feature that was written down after cutting. Trying fifty models and keeping the one that does best on the drawer. Each of these makes the number better and the model no better at all.</p>`,
            ),
            quiz('Training and test: check', [
              singleChoice(
                'A model makes no mistake on its own examples. What do you know?',
                'Nothing about new ones',
                ['It is perfect', 'It is broken', 'It has too few features'],
                'It may have learned them by heart.',
              ),
              singleChoice(
                'When do you open the drawer with the test examples?',
                'Once, at the end',
                ['After every change', 'Before learning', 'Never'],
                'Whoever looks again and again fits the model to the drawer as well.',
              ),
              singleChoice(
                'Bad on training and bad on test: what is likely?',
                'The rule is too simple',
                ['It learned by heart', 'There is too much data', 'The test is wrong'],
                'A model that learned by heart would at least be good on its own examples.',
              ),
            ]),
          ],
        },
        {
          title: 'Two ways to be wrong',
          items: [
            article(
              'Count the mistakes apart',
              `<h2>Ninety-five per cent right, and useless</h2>
<p>Of a hundred mangoes five are rotten. A model that calls every mango fine is right in 95 of 100 cases and finds not one rotten fruit. A single number hides what matters.</p>
<table><thead><tr><th></th><th>said: rotten</th><th>said: fine</th></tr></thead><tbody><tr><td>is rotten</td><td>found: 4</td><td>missed: 1</td></tr><tr><td>is fine</td><td>false alarm: 9</td><td>rightly left: 86</td></tr></tbody></table>
<p>Of the five rotten ones four were found: <strong>recall</strong> is 4 of 5. Of thirteen alarms four were right: <strong>precision</strong> is 4 of 13. Nearly every model can trade one for the other by moving a threshold.</p>
<p>Which one matters is not a question about mathematics. A thrown-away mango costs ten rupees; a rotten one in a wedding order costs a customer. Write both prices beside the table and the right threshold follows. In medicine and in lending the prices are paid by different people, and that has to be said aloud before anything is built.</p>`,
            ),
          ],
        },
      ],
    },
  ],
}
