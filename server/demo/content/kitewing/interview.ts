import { article, singleChoice, quiz, type DemoCourse } from '../course-kit.ts'

export const interviewCourse: DemoCourse = {
  title: 'Interview Preparation for Freshers',
  difficulty: 'advanced',
  price: 'premium',
  cover: { motif: 'rings', hue: 305 },
  sections: [
    {
      title: 'Before the day',
      topics: [
        {
          title: 'A résumé read in thirty seconds',
          freePreview: true,
          items: [
            article(
              'One page, results first',
              `<h2>What a recruiter's eye does</h2>
<p>It lands at the top, runs down the left edge and stops where a number stands. In half a minute it must find three things: what you can do, where you showed it, how to reach you.</p>
<h3>From duty to result</h3>
<p>Write each line as <em>verb, what, result</em>.</p>
<ul><li>Not: “Responsible for the college fest's website.”</li><li>But: “Built the fest's registration site with two classmates; 1,800 students signed up without a queue.”</li></ul>
<p>No job yet? Projects, tutoring, volunteering and a shop run with your family are experience. Describe them with the same honesty as a job: what was the problem, what did <em>you</em> do, what was different afterwards?</p>
<h3>What to leave out</h3>
<p>Your photograph, your parents' names, a paragraph of adjectives about yourself, and bars that claim “Python 80%”. Eighty per cent of what? A link to one finished piece of work proves more than any bar.</p>
<p>Finally let somebody read it who does not know your field. Where they ask, the recruiter will have asked as well, and received no answer.</p>`,
            ),
            quiz('Résumé: check', [
              singleChoice(
                'Which line is strongest?',
                'Cut the lab’s report from 3 hours to 20 minutes with a script',
                ['Hard-working team player', 'Responsible for reports', 'Python 80%'],
                'Verb, what, result: it can be checked and asked about.',
              ),
              singleChoice(
                'You have no job experience. What do you write?',
                'Projects and volunteering, with results',
                ['Nothing', 'A list of adjectives', 'Invented internships'],
                'Experience is what you did, not who paid for it.',
              ),
              singleChoice(
                'Where does the most important fact belong?',
                'At the top',
                ['In the last line', 'Into a footnote', 'On page two'],
                'Reading starts there, and often ends soon after.',
              ),
            ]),
          ],
        },
        {
          title: 'Know the company, know the job',
          items: [
            article(
              'An hour of research, well spent',
              `<h2>Three columns</h2>
<p>Print the advertisement and draw three columns beside it: <em>they ask for</em>, <em>I have shown this when</em>, <em>I will learn this by</em>. Every requirement gets a line in one of the last two columns. After twenty minutes you own the answers to most questions that will come.</p>
<h3>Four things to know about the company</h3>
<ol><li>What does it sell, and to whom? Explain it to a twelve-year-old.</li><li>Who are its rivals, and why do customers choose it all the same?</li><li>What happened in the last six months? A product, a merger, a new city.</li><li>Whom will you meet? Read what they wrote, not what they ate.</li></ol>
<h3>Questions of your own</h3>
<p>“Do you have any questions?” is itself a question. Good ones show that you imagine yourself at work: <em>What would a good first three months look like? How does the team decide what comes next? What did the last person in this role find hard?</em> Keep money and holidays for the talk after the offer.</p>`,
            ),
          ],
        },
      ],
    },
    {
      title: 'In the room',
      topics: [
        {
          title: 'Stories with a spine',
          items: [
            article(
              'Situation, task, action, result',
              `<h2>“Tell me about a time when…”</h2>
<p>Such questions look for proof. A general answer (“I am good under pressure”) proves nothing. Tell one story, in two minutes, on four vertebrae.</p>
<table><thead><tr><th>Part</th><th>Share</th><th>Example</th></tr></thead><tbody><tr><td>Situation</td><td>10%</td><td>Two days before our demo the database was lost.</td></tr><tr><td>Task</td><td>10%</td><td>I was responsible for the data.</td></tr><tr><td>Action</td><td>60%</td><td>I rebuilt it from the mail attachments, wrote a check for each table and asked a classmate to verify.</td></tr><tr><td>Result</td><td>20%</td><td>The demo ran; since then we make a copy every night.</td></tr></tbody></table>
<p>Say <strong>I</strong> when it was you and <strong>we</strong> when it was the team. Interviewers listen for the difference.</p>
<h3>Five stories are enough</h3>
<p>Prepare one each about a success, a failure, a conflict, something you learned fast, and a time you led without a title. Nearly every such question fits one of them. For the failure choose a real one, and let the longest part be what you do differently now.</p>`,
            ),
          ],
        },
        {
          title: 'When you do not know',
          items: [
            article(
              'Thinking aloud',
              `<h2>A wrong path walked well beats a lucky guess</h2>
<p>In technical rounds you will meet questions you cannot answer at once. That is intended. They want to see how you behave at the edge of your knowledge, since at work you will be there every day.</p>
<ol><li><strong>Repeat the question in your own words.</strong> Half of all wrong answers solve another problem.</li><li><strong>Ask about limits.</strong> “May I assume that the list fits into memory?”</li><li><strong>Start with the simplest thing that works,</strong> even if it is slow. Say that it is slow, and why.</li><li><strong>Test it with a small example,</strong> aloud. You will find your own slip before they point at it.</li><li><strong>Then improve.</strong></li></ol>
<h3>Honest sentences</h3>
<ul><li>“I have not used that. From its name I would expect…”</li><li>“I am stuck here. I would now look up how…”</li></ul>
<p>Bluffing is found out by the second question, and then every earlier answer is doubted as well. “I do not know, but this is how I would find out” is an answer that gets people hired.</p>`,
            ),
            quiz('In the room: check', [
              singleChoice(
                'Which part of a story gets the most time?',
                'Action',
                ['Situation', 'Task', 'Result'],
                'They want to know what you did.',
              ),
              singleChoice(
                'You do not know the tool they ask about. What do you say?',
                'I have not used it; this is how I would approach it',
                ['I know it well', 'That is not important', 'Nothing'],
                'Honesty with a way forward is worth more than a bluff.',
              ),
              singleChoice(
                'What comes first in a technical question?',
                'Saying the question in your own words',
                ['The best solution', 'The code', 'Excuses'],
                'It makes sure that you solve the problem that was meant.',
              ),
              singleChoice(
                'Which question of your own fits an interview?',
                'What would a good first three months look like?',
                ['How many holidays are there?', 'What does your company do?', 'Did I get the job?'],
                'It shows that you imagine yourself at work.',
              ),
            ]),
          ],
        },
      ],
    },
  ],
}
