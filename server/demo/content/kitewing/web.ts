import { article, singleChoice, quiz, type DemoCourse } from '../course-kit.ts'
import { webPractice } from '../problems/kitewing.ts'

export const webCourse: DemoCourse = {
  title: 'Web Basics',
  difficulty: 'easy',
  price: 'free',
  cover: { motif: 'code', hue: 185 },
  sections: [
    {
      title: 'Meaning first',
      topics: [
        {
          title: 'What a browser asks for',
          freePreview: true,
          items: [
            article(
              'From address to page',
              `<h2>A conversation in plain text</h2>
<p>You type an address. The browser asks a directory for the number of the machine, opens a connection and sends a request that anybody could read aloud: <em>GET this page, I understand English, I can unpack compressed answers.</em></p>
<p>The answer has three parts: a status, some headers, and the content.</p>
<table><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody><tr><td>200</td><td>here it is</td></tr><tr><td>301</td><td>it moved, for ever</td></tr><tr><td>404</td><td>there is no such thing</td></tr><tr><td>500</td><td>the server failed, not you</td></tr></tbody></table>
<p>While reading the HTML, the browser finds mentions of styles, pictures and scripts, and asks for each of them in the same way. A page is therefore not one file but a small crowd of answers.</p>
<p>Open the network panel of your browser's developer tools and reload any page. You will see this conversation line by line, and you will never again wonder what “loading” means.</p>`,
            ),
            quiz('Requests: check', [
              singleChoice(
                'A page answers 404. Who is to blame?',
                'The address: nothing is there',
                ['Your browser', 'A slow network', 'The style sheet'],
                '404 means that the server works and knows no such thing.',
              ),
              singleChoice(
                'Which part of an answer tells the browser what kind of content it is?',
                'A header',
                ['The status', 'The address', 'The file name'],
                'The Content-Type header names the kind.',
              ),
              singleChoice(
                'How does a picture reach the page?',
                'By a request of its own',
                ['Inside the HTML text', 'With the status', 'By e-mail'],
                'The HTML only mentions it; the browser asks for it.',
              ),
            ]),
          ],
        },
        {
          title: 'HTML says what things are',
          items: [
            article(
              'Headings, lists, links, buttons',
              `<h2>Choose the element by meaning</h2>
<p>HTML does not say how things look but what they are. A heading is a heading because it names a part of the page, not because it is large.</p>
<pre><code class="language-html">&lt;h1&gt;Evening classes&lt;/h1&gt;
&lt;p&gt;Choose a course and &lt;a href="/apply"&gt;apply&lt;/a&gt;.&lt;/p&gt;
&lt;button type="button"&gt;Show all&lt;/button&gt;</code></pre>
<ul><li>A <strong>link</strong> leads somewhere. It can be opened in a new tab.</li><li>A <strong>button</strong> does something here.</li><li>A <strong>label</strong> names a field, and a tap on it sets the cursor there.</li></ul>
<h3>Why it matters</h3>
<p>A screen reader jumps from heading to heading; a phone offers the right keyboard for <code>type="email"</code>; search engines learn what the page is about. A <code>&lt;div&gt;</code> that was painted to look like a button has none of this: it cannot be reached by keyboard and tells nobody that it can be pressed. Using the right element is less work than repairing the wrong one.</p>`,
            ),
          ],
        },
      ],
    },
    {
      title: 'Looks that adapt',
      topics: [
        {
          title: 'CSS in three ideas',
          items: [
            article(
              'Select, cascade, box',
              `<h2>Idea one: select</h2>
<p>A rule says for which elements it is meant and what they shall look like.</p>
<pre><code class="language-css">.card { padding: 1rem; border-radius: 0.5rem; }
.card h2 { margin-block-start: 0; }</code></pre>
<h2>Idea two: the cascade</h2>
<p>Several rules may want the same element. The more specific one wins; among equals the later one. When you fight a style, do not shout louder with <code>!important</code>: look in the developer tools which rule wins, and why.</p>
<h2>Idea three: everything is a box</h2>
<p>Content, then padding inside the border, then margin outside it. With <code>box-sizing: border-box</code> the width you write is the width you get.</p>
<h3>Words that turn with the language</h3>
<p>Write <code>margin-inline-start</code> instead of <code>margin-left</code>. In English it means left, in Arabic right, and your page works in both without a second style sheet.</p>`,
            ),
          ],
        },
        {
          title: 'One page, every screen',
          items: [
            article(
              'Small screens first',
              `<h2>Start with one column</h2>
<p>A page without any layout already fits every screen: text flows, pictures follow. Start there and add columns where there is room, not the other way round.</p>
<pre><code class="language-css">.courses {
  display: grid;
  gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr));
}</code></pre>
<p>This single rule makes one column on a phone, two on a tablet and four on a desk. It asks how many cards of at least 16 rem fit and shares what is left.</p>
<h3>Four checks before you publish</h3>
<ol><li>At 320 pixels nothing scrolls sideways.</li><li>With text enlarged to 200% nothing overlaps.</li><li>With the keyboard alone you reach everything and see where you are.</li><li>Touch targets are as large as a fingertip: 44 pixels.</li></ol>
<p>None of these needs a special device. A browser window that you can drag narrower is enough.</p>`,
            ),
            quiz('CSS: check', [
              singleChoice(
                'Two rules of equal weight style one element. Which wins?',
                'The later one',
                ['The earlier one', 'The longer one', 'Neither'],
                'Among equals, order decides.',
              ),
              singleChoice(
                'Which property works unchanged for Arabic pages?',
                'margin-inline-start',
                ['margin-left', 'padding-right', 'left'],
                'It follows the direction of the text.',
              ),
              singleChoice(
                'What does minmax(16rem, 1fr) promise?',
                'At least 16 rem wide, then an equal share',
                ['Exactly 16 rem', 'At most 16 rem', 'One column'],
                'The smallest width first, a share of what is left above that.',
              ),
              singleChoice(
                'A div with a click handler looks like a button. What is missing?',
                'Keyboard access and a meaning',
                ['A shadow', 'A colour', 'Nothing'],
                'Only a real button can be reached and announced without extra work.',
              ),
            ]),
          ],
        },
        { title: 'Practice: a little JavaScript', items: webPractice },
      ],
    },
  ],
}
