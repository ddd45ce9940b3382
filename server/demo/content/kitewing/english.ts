import { article, singleChoice, quiz, type DemoCourse } from '../course-kit.ts'
import { englishPractice } from '../problems/kitewing.ts'

export const englishCourse: DemoCourse = {
  title: 'English for Work',
  difficulty: 'all levels',
  price: 'free',
  cover: { motif: 'speech', hue: 200 },
  sections: [
    {
      title: 'Writing',
      topics: [
        {
          title: 'E-mails that get answers',
          freePreview: true,
          items: [
            article(
              'Say what you need in the first line',
              `<h2>Busy people read from the top and stop early</h2>
<p>Many of us were taught to explain first and ask last. On a phone, between two meetings, that order fails: the reader stops before the question. Turn it around.</p>
<ol><li><strong>Subject:</strong> what and by when. “Your approval by Thursday: offer for Mehta &amp; Sons”.</li><li><strong>First line:</strong> the request. “Could you approve the attached offer by Thursday noon?”</li><li><strong>Then the reason,</strong> in two or three sentences.</li><li><strong>Last line:</strong> what happens next. “If I hear nothing, I will call you on Thursday morning.”</li></ol>
<h3>Before and after</h3>
<blockquote>Dear Sir, I am writing to you with reference to the below mentioned subject, and would like to kindly request you to please do the needful at the earliest.</blockquote>
<blockquote>Dear Mr Mehta, could you send us the signed form by Friday? Without it we cannot start the delivery on Monday.</blockquote>
<p>The second is shorter, and it is also more polite: it respects the reader's time and says exactly what is needed. One e-mail, one request. Two requests deserve two e-mails, or at least two numbered lines.</p>`,
            ),
            quiz('E-mails: check', [
              singleChoice(
                'Where does the request belong?',
                'In the first line',
                ['After the reasons', 'In the last line', 'In an attachment'],
                'Readers stop early; what you need must stand where they begin.',
              ),
              singleChoice(
                'Which subject line is best?',
                'Your approval by Thursday: travel budget',
                ['Important', 'Hello', 'Regarding the below'],
                'It says what is wanted and by when.',
              ),
              singleChoice(
                'Which sentence is clear and polite?',
                'Could you send the list by Friday?',
                ['Kindly do the needful.', 'Send the list.', 'I need the list as soon as possible please.'],
                '“Could you” is polite, and the day is exact.',
              ),
            ]),
          ],
        },
        {
          title: 'Small words, big difference',
          items: [
            article(
              'Seven slips that editors see daily',
              `<h2>Correct, and why</h2>
<table><thead><tr><th>Not</th><th>But</th><th>Because</th></tr></thead><tbody><tr><td>discuss about the plan</td><td>discuss the plan</td><td>“discuss” already contains “about”</td></tr><tr><td>I am knowing him</td><td>I know him</td><td>knowing is a state, not an action</td></tr><tr><td>since two years</td><td>for two years</td><td>“since” needs a point in time</td></tr><tr><td>informations, advices</td><td>information, advice</td><td>they cannot be counted</td></tr><tr><td>I have seen him yesterday</td><td>I saw him yesterday</td><td>a finished time needs the simple past</td></tr><tr><td>revert back</td><td>reply</td><td>“revert” means to return to a former state</td></tr><tr><td>until Friday (a deadline)</td><td>by Friday</td><td>“until” lasts, “by” is the latest moment</td></tr></tbody></table>
<p>The last pair costs money. “Stay <em>until</em> Friday” means all days up to it. “Finish <em>by</em> Friday” means any moment, but no later. A contract that confuses the two is a quarrel in waiting.</p>
<p>Do not learn the table by heart. Search your sent mail for “discuss about”, “since” and “until”, and mend ten real sentences of your own. What you repaired yourself stays.</p>`,
            ),
          ],
        },
      ],
    },
    {
      title: 'Speaking',
      topics: [
        {
          title: 'Taking part in meetings',
          items: [
            article(
              'Phrases for the moments that matter',
              `<h2>You may interrupt, if you build a bridge</h2>
<p>Silence in a meeting is often read as agreement, or as absence. With a few ready-made bridges you need not search for words when it counts.</p>
<ul><li><strong>Getting in:</strong> “May I add something here?” · “Before we move on…”</li><li><strong>Not understanding:</strong> “Do you mean that…?” is better than “What?”, because it shows what you did understand.</li><li><strong>Disagreeing:</strong> “I see the point about cost. I am worried about the date, though.” First what you share, then what you do not.</li><li><strong>Winning time:</strong> “Let me think about that for a moment.” Nobody minds.</li><li><strong>Closing:</strong> “So Meera sends the draft by Tuesday, and I check the figures. Is that right?”</li></ul>
<h3>Softeners are not weakness</h3>
<p>“This is wrong” attacks. “I think there may be a mistake in line 4” says the same and leaves a door open. English politeness lives in small words such as <em>may</em>, <em>a little</em>, <em>I wonder</em>. Use one of them in a sentence, not three.</p>`,
            ),
          ],
        },
        {
          title: 'Numbers aloud',
          items: [
            article(
              'Say it so that it can be written down',
              `<h2>Large numbers in two systems</h2>
<p>An Indian colleague says <em>twelve lakh</em>, a foreign one hears nothing. Outside South Asia say <em>one point two million</em>. One lakh is a hundred thousand; one crore is ten million.</p>
<h3>Points, not commas</h3>
<p>3.5 is “three point five”. After the point say digit by digit: 3.14 is “three point one four”, never “three point fourteen”. And 0.5 is “zero point five” or simply “half”.</p>
<h3>Fifteen or fifty?</h3>
<p>The stress tells them apart: fif<strong>TEEN</strong>, <strong>FIF</strong>ty. On a bad line that is not enough. Spell digits: “one-five, fifteen”.</p>
<h3>Up to, up by</h3>
<p>“Sales rose <em>by</em> 20” is the distance; “sales rose <em>to</em> 20” is the place of arrival. And from 10% to 15% is a rise by five <em>percentage points</em>, which is half as much again. Say the unit every time you change it, and end with the one number that people should take home.</p>`,
            ),
            quiz('Speaking: check', [
              singleChoice(
                '“Finish it until Friday” should be…',
                'Finish it by Friday',
                ['Finish it since Friday', 'Finish it for Friday long', 'Finish it to Friday'],
                '“by” marks the latest moment.',
              ),
              singleChoice(
                'How do you say 2.45?',
                'two point four five',
                ['two point forty-five', 'two comma forty-five', 'two forty-five'],
                'After the point, digit by digit.',
              ),
              singleChoice(
                '25 lakh for a partner in Nairobi?',
                'two and a half million',
                ['twenty-five million', 'two hundred fifty thousand', 'twenty-five thousand'],
                '25 × 100,000 = 2,500,000.',
              ),
              singleChoice(
                'Which sentence disagrees and keeps the door open?',
                'I see the point, but I am worried about the date.',
                ['No.', 'That is wrong.', 'You did not think of the date.'],
                'It starts from what both share.',
              ),
            ]),
          ],
        },
        { title: 'Practice: write it down', items: englishPractice },
      ],
    },
  ],
}
