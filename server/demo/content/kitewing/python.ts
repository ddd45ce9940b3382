import { article, singleChoice, quiz, videoQuestion, video, type DemoCourse } from '../course-kit.ts'
import { trueFalse } from '../question-kit.ts'
import { pythonPractice } from '../problems/kitewing.ts'

export const pythonCourse: DemoCourse = {
  title: 'Python Foundations',
  difficulty: 'beginner',
  price: 'free',
  cover: { motif: 'code', hue: 215 },
  sections: [
    {
      title: 'Values and decisions',
      topics: [
        {
          title: 'Names and values',
          freePreview: true,
          items: [
            article(
              'A name is a label, not a box',
              `<h2>Values have types, names do not</h2>
<p>A program works with values: numbers, text, true and false. To use a value again, give it a name.</p>
<pre><code class="language-python">price = 250
item = "notebook"
in_stock = True
print(item, "costs", price)</code></pre>
<p>Think of a name as a label tied to a value. <code>price = 300</code> ties the label to another value; the number 250 itself has not changed. That is why after</p>
<pre><code class="language-python">a = 5
b = a
a = 7</code></pre>
<p><code>b</code> is still 5. The second line tied a second label to the same value, and the third moved only the first label.</p>
<h3>Text is not a number</h3>
<p><code>"2" + "3"</code> is <code>"23"</code>, because text is joined. <code>2 + 3</code> is 5. What a person types always arrives as text, so turn it into a number first: <code>int("2") + int("3")</code>. Mixing the two stops the program with a <code>TypeError</code>, and that is a kindness: it could not know what you meant.</p>`,
            ),
            quiz('Values: check', [
              singleChoice(
                'a = 5; b = a; a = 7. What is b?',
                '5',
                ['7', '12', 'Nothing'],
                'Only the label a was moved; b still points at 5.',
              ),
              singleChoice(
                'What is "2" + "3"?',
                '"23"',
                ['5', '"5"', 'An error'],
                'Text joined with text is longer text.',
              ),
              singleChoice(
                'A person types 42 at input(). Of which type is the answer?',
                'Text',
                ['A whole number', 'A decimal number', 'True or false'],
                'Everything typed arrives as text; int() turns it into a number.',
              ),
            ]),
          ],
        },
        {
          title: 'if, elif, else',
          items: [
            article(
              'Choosing a path',
              `<h2>Conditions from top to bottom</h2>
<p>A decision asks one question after the other and takes the first path whose answer is yes.</p>
<pre><code class="language-python">if marks &gt;= 90:
    grade = "A"
elif marks &gt;= 75:
    grade = "B"
else:
    grade = "C"</code></pre>
<p>The order matters. With the two conditions swapped, 95 marks would meet <code>&gt;= 75</code> first and become a B. Ask the strictest question first.</p>
<h3>Indentation is grammar</h3>
<p>The lines that belong to a path are moved in by four spaces. Other languages use brackets for that and hope for tidy layout; Python makes the layout itself the rule. What you see is what runs.</p>
<h3>Equal or becomes?</h3>
<ul><li><code>grade = "A"</code> ties a name: <em>becomes</em>.</li><li><code>grade == "A"</code> asks: <em>is equal to?</em></li></ul>
<p>Confusing the two is the most common slip of the first week. Python reports it at once, at the very line.</p>`,
            ),
          ],
        },
      ],
    },
    {
      title: 'Many values at once',
      topics: [
        {
          title: 'Lists and positions',
          items: [
            video(
              'Positions and slices',
              'list-positions',
              [],
              [
                videoQuestion(
                  17.2,
                  singleChoice(
                    'The list has five letters. Which positions will the slice [1:4] take?',
                    '1, 2 and 3',
                    ['1, 2, 3 and 4', '1 and 4'],
                    'A slice begins with its first number and stops before its second one.',
                  ),
                  { required: false },
                ),
                videoQuestion(
                  26,
                  trueFalse(
                    'The slice [:2] leaves the first two letters out.',
                    false,
                    'It begins at the front and stops before position 2: it takes exactly the first two.',
                  ),
                  { required: true },
                ),
              ],
            ),
            article(
              'Why counting starts at zero',
              `<h2>A position is a distance</h2>
<p>The position of an element says how far it is from the start. The first one is no step away, so it stands at 0. Once positions are distances, everything else follows.</p>
<pre><code class="language-python">letters = ["a", "b", "c", "d", "e"]
letters[0]     # 'a'
letters[-1]    # 'e'
letters[1:4]   # ['b', 'c', 'd']</code></pre>
<ul><li>A list with five elements has the positions 0 to 4. Position 5 is an <code>IndexError</code>.</li><li>A slice <code>[1:4]</code> has 4 − 1 = 3 elements. The end stays outside.</li><li><code>letters[:2]</code> and <code>letters[2:]</code> cut the list in two without losing or doubling anything.</li></ul>
<h3>Lists change</h3>
<p><code>letters.append("f")</code> adds at the end, and <code>letters[0] = "z"</code> replaces. Two labels on one list see the same change, because there is only one list. Use <code>letters.copy()</code> when you want a second one.</p>`,
            ),
          ],
        },
        {
          title: 'Loops and functions',
          items: [
            article(
              'Say it once',
              `<h2>For each element, do this</h2>
<pre><code class="language-python">total = 0
for price in [40, 15, 60]:
    total = total + price
print(total)</code></pre>
<p>The loop ties <code>price</code> to each element in turn and runs the indented lines. Afterwards <code>total</code> is 115. Note where each line stands: the start value before the loop, the adding inside, the printing behind it. Moving <code>print</code> inside by four spaces would print three times.</p>
<h3>A function is a named promise</h3>
<pre><code class="language-python">def with_tax(price, rate=0.18):
    return price * (1 + rate)</code></pre>
<p>Whoever calls <code>with_tax(100)</code> gets 118 back and need not know how. Three signs tell that a function is due: the same lines stand in two places, a comment explains what the next five lines do, or you would like to test one step by itself.</p>
<p><code>return</code> hands a value back to the caller; <code>print</code> only shows it on the screen. A function that prints instead of returning cannot be used in a calculation.</p>`,
            ),
            quiz('Lists, loops, functions: check', [
              singleChoice(
                'letters has five elements. Which position is the last?',
                '4',
                ['5', '0', '1'],
                'Positions count distances from the start: 0 to 4.',
              ),
              singleChoice(
                'How many elements has letters[1:4]?',
                '3',
                ['4', '2', '5'],
                'End minus start; the end itself stays outside.',
              ),
              singleChoice(
                'a = [1, 2]; b = a; a.append(3). What is b?',
                '[1, 2, 3]',
                ['[1, 2]', '[3]', 'An error'],
                'Both labels are tied to the same list.',
              ),
              singleChoice(
                'Where must total = 0 stand so that a loop can add up?',
                'Before the loop',
                ['Inside the loop', 'After the loop', 'Anywhere'],
                'Inside, it would be set back to 0 for each element.',
              ),
              singleChoice(
                'def f(x): print(x + 1). What is f(2) * 10?',
                'An error, since f returns nothing',
                ['30', '3', '20'],
                'print shows 3, but nothing is returned that could be multiplied.',
              ),
            ]),
          ],
        },
        { title: 'Practice: write programs', items: pythonPractice },
      ],
    },
  ],
}
