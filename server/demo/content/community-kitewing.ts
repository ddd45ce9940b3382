import { code, type DemoThread } from './community-kit.ts'

/** The conversations of Kitewing Academy, oldest first. */
export const kitewingThreads: readonly DemoThread[] = [
  {
    author: 'instructor',
    title: 'Start here: how to ask so that you get an answer today',
    daysAgo: 34,
    tags: ['welcome'],
    upvotes: 19,
    bookmarks: 7,
    html: '<p>Welcome! Three things make a question easy to answer:</p><ol><li><p><strong>What you wanted</strong> to happen.</p></li><li><p><strong>What happened</strong> instead, with the exact message.</p></li><li><p><strong>The smallest piece</strong> of code or sheet that shows it.</p></li></ol><p>Hindi, Arabic and English are all fine here. When a reply solves it, mark it as the answer, so that the next person finds it.</p>',
    comments: [
      {
        author: 'tenzin.d',
        upvotes: 6,
        html: '<p>Writing down the smallest piece solved my last two questions before I posted them.</p>',
      },
      { author: 'priya.m', upvotes: 3, html: '<p>धन्यवाद! हिन्दी में पूछने की अनुमति से बहुत मदद मिलेगी।</p>' },
    ],
  },
  {
    author: 'aarohi.d',
    title: 'Why does my Python list change when I only changed the copy?',
    lesson: ['Python Foundations', 'Lists and positions'],
    daysAgo: 27,
    tags: ['python'],
    upvotes: 14,
    bookmarks: 5,
    html: `<p>I copy a list, change the copy, and the original changes too:</p>${code('python', 'marks = [70, 82, 65]\ncopy = marks\ncopy.append(90)\nprint(marks)   # [70, 82, 65, 90]')}<p>What am I missing?</p>`,
    comments: [
      {
        author: 'daniel.o',
        accepted: true,
        upvotes: 11,
        html: `<p><code>copy = marks</code> gives the <em>same</em> list a second name; nothing is copied. Ask for a new list:</p>${code('python', 'copy = marks[:]      # or list(marks), or marks.copy()')}<p>Careful when the list holds lists: those inner ones are still shared. Then it is <code>copy.deepcopy</code>.</p>`,
        replies: [
          {
            author: 'aarohi.d',
            html: '<p>So the name is a label and not a box. That picture finally makes it clear, thanks @daniel.o!</p>',
          },
          {
            author: 'instructor',
            html: '<p>Exactly. <code>a is b</code> tells you whether two labels stick to the same thing.</p>',
          },
        ],
      },
      {
        author: 'nikhil.j',
        upvotes: 2,
        html: '<p>Same trap with a default argument: <code>def add(x, to=[])</code> shares one list between all calls.</p>',
      },
    ],
  },
  {
    author: 'ananya.t',
    title: 'Excel में VLOOKUP और XLOOKUP में से कौन-सा सीखूँ?',
    daysAgo: 24,
    tags: ['excel'],
    upvotes: 9,
    bookmarks: 3,
    html: '<p>मेरे दफ़्तर में अभी भी Excel 2016 है, पर कोर्स में <strong>XLOOKUP</strong> सिखाया जा रहा है। क्या दोनों सीखने चाहिए, या एक काफ़ी है?</p>',
    comments: [
      {
        author: 'rohan.s',
        accepted: true,
        upvotes: 7,
        html: `<p>XLOOKUP की आदत डालिए: बाईं ओर भी खोज सकता है और न मिलने पर क्या दिखाना है, यह भी बता सकता है। पर 2016 में वह नहीं है, इसलिए पुरानी फ़ाइलों के लिए INDEX और MATCH सीख लीजिए, जो हर संस्करण में चलते हैं:</p>${code('excel', '=INDEX(C:C; MATCH(A2; B:B; 0))')}`,
        replies: [{ author: 'ananya.t', html: '<p>यही कमी थी — INDEX/MATCH दोनों जगह चल गया। शुक्रिया!</p>' }],
      },
      {
        author: 'kavya.a',
        html: '<p>VLOOKUP में आख़िरी तर्क <code>FALSE</code> लिखना मत भूलिए, नहीं तो लगभग-मिलान से ग़लत उत्तर आता है।</p>',
      },
    ],
  },
  {
    author: 'zara.s',
    title: 'useEffect runs twice in development. Is my React code wrong?',
    daysAgo: 21,
    tags: ['react', 'javascript'],
    upvotes: 12,
    bookmarks: 6,
    html: `<p>My effect asks the server for a list, and I see two requests on every load:</p>${code('javascript', "useEffect(() => {\n  fetch('/api/items').then((r) => r.json()).then(setItems)\n}, [])")}`,
    comments: [
      {
        author: 'karthik.i',
        accepted: true,
        upvotes: 9,
        html: `<p>In development, <strong>StrictMode</strong> mounts each component, unmounts it and mounts it again, so that missing clean-up shows early. In the built app it runs once. Make it safe to run twice:</p>${code('javascript', "useEffect(() => {\n  const stop = new AbortController()\n  fetch('/api/items', { signal: stop.signal })\n    .then((r) => r.json())\n    .then(setItems, () => {})\n  return () => stop.abort()\n}, [])")}`,
      },
      {
        author: 'sanya.k',
        upvotes: 4,
        html: '<p>And once there is more than one such request, a query library does the cancelling, caching and retrying for you.</p>',
      },
    ],
  },
  {
    author: 'salma.a',
    title: 'ما الفرق بين WHERE و HAVING في SQL؟',
    lesson: ['SQL from First Query to Joins', 'GROUP BY'],
    daysAgo: 18,
    tags: ['sql'],
    upvotes: 8,
    bookmarks: 2,
    html: `<p>أحاول عرض الدورات التي سجّل فيها أكثر من عشرة متعلمين، لكن هذا الاستعلام يعطي خطأ:</p>${code('sql', 'SELECT course, count(*) FROM enrolment\nWHERE count(*) > 10 GROUP BY course')}`,
    comments: [
      {
        author: 'omar.b',
        accepted: true,
        upvotes: 6,
        html: `<p><code>WHERE</code> تختار الصفوف <strong>قبل</strong> التجميع، و<code>HAVING</code> تختار المجموعات <strong>بعده</strong>. العدد لا يُعرف إلا بعد التجميع:</p>${code('sql', 'SELECT course, count(*) FROM enrolment\nGROUP BY course\nHAVING count(*) > 10')}`,
        replies: [{ author: 'salma.a', html: '<p>واضح الآن، شكرًا جزيلًا @omar.b.</p>' }],
      },
      {
        author: 'instructor',
        upvotes: 5,
        html: '<p>A good habit: filter as early as you can. What <code>WHERE</code> throws away need not be grouped.</p>',
      },
    ],
  },
  {
    author: 'vihaan.k',
    title: 'TypeScript: unknown or any for the answer of an API?',
    daysAgo: 15,
    tags: ['typescript', 'api'],
    upvotes: 10,
    bookmarks: 4,
    html: '<p>Everybody says “never use any”, but with <code>unknown</code> I cannot read a single field. How do you type what comes back from <code>fetch</code>?</p>',
    comments: [
      {
        author: 'lakshmi.s',
        accepted: true,
        upvotes: 8,
        html: `<p>That complaint is the point: nobody has checked the value yet. Check it once at the border and everything inside is typed:</p>${code('typescript', 'const course = z.object({ id: z.number(), title: z.string() })\n\nconst answer: unknown = await response.json()\nconst found = course.parse(answer) // throws when the server lies')}`,
      },
      {
        author: 'dev.m',
        upvotes: 1,
        html: '<p>For a five-line script I still use <code>any</code> and a bad conscience.</p>',
        replies: [{ author: 'vihaan.k', html: '<p>Fair :)</p>' }],
      },
    ],
  },
  {
    author: 'deepak.v',
    title: 'पायथन में CSV फ़ाइल पढ़ते समय हिन्दी अक्षर बिगड़ जाते हैं',
    daysAgo: 12,
    tags: ['python'],
    upvotes: 7,
    html: `<p>फ़ाइल में नाम हिन्दी में हैं, पर छापने पर <code>à¤°à¤¾à¤®</code> जैसा दिखता है:</p>${code('python', "with open('naam.csv') as f:\n    print(f.read())")}`,
    comments: [
      {
        author: 'vivek.p',
        accepted: true,
        upvotes: 6,
        html: `<p>Windows पर <code>open</code> अपना पुराना कोड-पेज मान लेता है। एन्कोडिंग ख़ुद बताइए:</p>${code('python', "with open('naam.csv', encoding='utf-8-sig', newline='') as f:\n    for row in csv.DictReader(f):\n        print(row['नाम'])")}<p><code>utf-8-sig</code> इसलिए कि Excel फ़ाइल के आरम्भ में एक अदृश्य चिह्न (BOM) लिखता है।</p>`,
      },
    ],
  },
  {
    author: 'sofia.l',
    title: 'Mean or median for salaries? My two charts tell two stories',
    daysAgo: 9,
    tags: ['statistics', 'excel'],
    upvotes: 11,
    bookmarks: 3,
    html: '<p>For the same department the mean is 62,000 and the median 48,000. Which number belongs in the report?</p>',
    comments: [
      {
        author: 'ishita.b',
        accepted: true,
        upvotes: 9,
        html: '<p>The median, if the reader wants to know what a <em>typical</em> person earns: a few very high salaries pull the mean up and leave the median alone. Show both and say why they differ; the gap itself is the story.</p>',
      },
      {
        author: 'rahul.m',
        upvotes: 2,
        html: '<p>If somebody has to pay all salaries, though, the mean times the number of people is what they need.</p>',
      },
      {
        author: 'grace.w',
        html: '<p>A small histogram beside the two numbers ends every discussion in our team.</p>',
      },
    ],
  },
  {
    author: 'student',
    title: 'Which HTTP status should my API answer when the e-mail is already taken?',
    daysAgo: 5,
    tags: ['api'],
    upvotes: 6,
    downvotes: 1,
    html: '<p>I have seen 400, 409 and 422 for this in different tutorials. Is one of them right?</p>',
    comments: [
      {
        author: 'farhan.q',
        upvotes: 5,
        html: '<p><strong>409</strong> when it clashes with what is there; <strong>422</strong> when a field is wrong by itself. Whichever you choose: be consistent and name the field in the body, the form needs it more than the number.</p>',
        replies: [
          {
            author: 'student',
            html: '<p>Naming the field is what I had forgotten. I will go with 422 and <code>fields.email</code>.</p>',
          },
        ],
      },
      {
        author: 'joseph.t',
        upvotes: 3,
        html: '<p>Mind that telling a stranger “this address is registered” tells them who your users are. Sign-up can say “check your mail” in both cases.</p>',
      },
    ],
  },
  {
    author: 'harpreet.g',
    title: 'How do you keep a streak going in exam weeks?',
    daysAgo: 2,
    tags: ['study-habits'],
    upvotes: 13,
    html: '<p>I lose my streak every time college exams start. What do you do on days with only half an hour?</p>',
    comments: [
      {
        author: 'tanvi.s',
        upvotes: 7,
        html: '<p>I keep one short video “in the fridge” for such days, downloaded questions for the bus, and never start a new topic then.</p>',
      },
      {
        author: 'seun.a',
        upvotes: 4,
        html: '<p>Same hour each day, phone in another room. Thirty-one minutes count.</p>',
        replies: [{ author: 'harpreet.g', html: '<p>The same hour is worth a try. Thank you both!</p>' }],
      },
    ],
  },
]
