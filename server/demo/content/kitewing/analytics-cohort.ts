import { article, singleChoice, quiz, type DemoCourse } from '../course-kit.ts'

/** Seats can be booked now; the sections open week by week after the start of the cohort. */
export const analyticsCohort: DemoCourse = {
  title: 'Data Analytics Cohort: One Dataset, Four Weeks',
  difficulty: 'intermediate',
  price: 'premium',
  cover: { motif: 'steps', hue: 165 },
  description:
    'Twenty people, one dataset, four weeks. Every Monday a part of the work opens: asking a question that data can answer, cleaning what arrived, finding the pattern and telling it to somebody who has to decide. You work with the ticket sales of a small cinema from the first look to the last slide, and you read what the others made of the same numbers.',
  objectives: [
    'Turn a wish into a question that a decision hangs on',
    'Read an unknown file before you count in it',
    'Clean with rules that somebody else can run again',
    'Check a total against what others counted',
  ],
  sections: [
    {
      title: 'Week 1: A question worth asking',
      opensInDays: 9,
      topics: [
        {
          title: 'From a wish to a question',
          freePreview: true,
          items: [
            article(
              'What would you do differently?',
              `<h2>The test of a good question</h2>
<p>The owner of our cinema says: “Have a look at the numbers.” That is a wish. A question names a <strong>decision</strong>: somebody will do A if the answer is this, and B if it is that.</p>
<table><thead><tr><th>Wish</th><th>Question</th><th>Decision behind it</th></tr></thead><tbody><tr><td>Look at our sales</td><td>Which shows on weekdays fill less than a third of the hall?</td><td>Drop them or move them</td></tr><tr><td>Are students important?</td><td>What share of Tuesday's tickets did the student price bring?</td><td>Keep the discount or not</td></tr></tbody></table>
<p>Write the decision down before you open the file. If you cannot think of anything that would be done differently, ask again. It takes courage to return with a question instead of a chart, and it saves a week.</p>
<h3>Three more things to settle</h3>
<ol><li><strong>Since when?</strong> A season, a year, since the new screen was built.</li><li><strong>Compared with what?</strong> Last year, the other hall, the plan.</li><li><strong>How sure must it be?</strong> Moving one show needs less proof than closing a hall.</li></ol>`,
            ),
            quiz('A question worth asking: check', [
              singleChoice(
                'Which of these is a question that data can answer?',
                'Did the Tuesday discount sell more tickets than it cost?',
                ['Is our cinema good?', 'Look at the sales', 'Everything about students'],
                'It names what is compared, and something will be done with the answer.',
              ),
              singleChoice(
                'What do you write down before you open the file?',
                'The decision that hangs on the answer',
                ['The colours of the chart', 'The number of rows', 'The name of the tool'],
                'Without a decision there is no way to know when you are finished.',
              ),
              singleChoice(
                'A wrong answer would close a hall. What follows?',
                'It needs more proof than moving one show',
                ['It must be answered faster', 'A smaller sample will do', 'The question is not allowed'],
                'How sure one must be depends on what a mistake costs.',
              ),
            ]),
          ],
        },
        {
          title: 'A first look without touching anything',
          items: [
            article(
              'Ten minutes with a new file',
              `<h2>Look before you count</h2>
<p>The file of the cinema has 41,208 rows, one for each ticket. Before the first formula, answer these by looking:</p>
<ul><li><strong>What is one row?</strong> A ticket, a visit, a day? Most wrong totals begin with a wrong answer here. A family of four is four rows in our file, and one row in the file of the card payments.</li><li><strong>From when to when?</strong> Sort by date and read both ends. Ours ends in the middle of a month, so the last month must not be compared with the others.</li><li><strong>What is missing?</strong> Count the empty cells of each column. Where the seat is empty, the ticket was sold at the door.</li><li><strong>What looks impossible?</strong> A price of 0, a show at 3 a.m., a row number that appears twice.</li></ul>
<p>Keep the original as it came and work on a copy. Note each thing you noticed, with the row where you saw it. Half of these notes turn into cleaning steps next week; the other half turn into questions for the person who made the file.</p>`,
            ),
          ],
        },
      ],
    },
    {
      title: 'Week 2: Clean once, trust afterwards',
      opensInDays: 16,
      topics: [
        {
          title: 'Repairs that leave a trace',
          items: [
            article(
              'Rules instead of touch-ups',
              `<h2>Nothing is corrected by hand</h2>
<p>You find the film “Monsoon Diaries” in four spellings. Typing over the wrong ones takes a minute, and next month they are back, because the file comes again. A cleaning step is a <em>rule</em>, written where somebody else can read it: “Titles are compared without spaces at the ends and without regard to capitals.”</p>
<h3>Three kinds of dirt</h3>
<ol><li><strong>The same thing written differently.</strong> Dates, titles, names of halls. Bring them into one form.</li><li><strong>Things that are there twice.</strong> Decide what makes a row the same: the ticket number here. Keep the first, and count how many you took out.</li><li><strong>Things that are not there.</strong> An empty price is not zero. Leave it empty, say how many there are, and check whether the answer changes when you leave those rows out.</li></ol>
<p>At the end write one line for each rule: what it did and to how many rows. When the owner asks why your total differs from that of the cash desk by 212, you will be able to say where each of them went.</p>`,
            ),
          ],
        },
        {
          title: 'Does it add up?',
          items: [
            article(
              'Checks that can fail',
              `<h2>A check you expect to pass is worth little</h2>
<p>After cleaning, hold your numbers against something that was counted by somebody else. For the cinema there are three such things:</p>
<ul><li>The <strong>cash book</strong> of one day that you choose by lot. Add your rows of that day. Same sum?</li><li>The <strong>number of seats</strong>. No show may have more tickets than the hall has places. One of ours had, because a cancelled show was moved and both were kept.</li><li>The <strong>memory of the people</strong>. “Which evening was the fullest?” they know without a file. If your answer is a Monday in February, be suspicious of your file first.</li></ul>
<p>Write the checks so that they can be run again when new rows arrive. A check that failed once and was explained is the best evidence that the others mean something.</p>
<p>From here on, work only with the cleaned table. Whoever goes back to the raw file for “just one quick number” soon has two truths and no way to tell which was shown to whom.</p>`,
            ),
            quiz('Clean data: check', [
              singleChoice(
                'The price of a ticket is empty. What do you do?',
                'Leave it empty and say how many there are',
                ['Write 0', 'Write the average', 'Delete the film'],
                'Zero and the average are claims. Empty is what you know.',
              ),
              singleChoice(
                'Why is a wrong spelling not corrected by hand?',
                'The next file brings it back',
                ['It is too quick', 'Titles are not important', 'Excel forbids it'],
                'A rule works on every file that will ever come.',
              ),
              singleChoice(
                'Which check says most about your total?',
                'A day’s sum against the cash book',
                ['Adding it up twice', 'A second chart', 'Rounding to thousands'],
                'It was counted by somebody else, so it can really disagree.',
              ),
              singleChoice(
                'A show has 130 tickets in a hall of 120. What is likely?',
                'Two shows were put together',
                ['The hall grew', 'People stood', 'The film was good'],
                'An impossible number is a trace of how the file came about.',
              ),
            ]),
          ],
        },
      ],
    },
  ],
}
