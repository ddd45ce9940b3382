import { code, type DemoThread } from './community-kit.ts'

/** The conversations of Ufuq Academy, oldest first. */
export const ufuqThreads: readonly DemoThread[] = [
  {
    author: 'instructor',
    title: 'أهلًا بكم: كيف تطرح سؤالًا يُجاب عنه سريعًا',
    daysAgo: 30,
    tags: ['ترحيب'],
    upvotes: 15,
    bookmarks: 6,
    html: '<p>اكتب ثلاثة أشياء: <strong>ما أردت</strong> أن يحدث، و<strong>ما حدث</strong> فعلًا مع نص الخطأ، و<strong>أصغر مثال</strong> يُظهر المشكلة. وإذا حُلّ سؤالك فاختر الإجابة ليستفيد غيرك.</p>',
    comments: [
      { author: 'noura.o', upvotes: 4, html: '<p>جرّبت كتابة أصغر مثال، فاكتشفت الخطأ بنفسي قبل النشر!</p>' },
    ],
  },
  {
    author: 'khalid.z',
    title: 'كيف أقرأ ملفًا سطرًا سطرًا في بايثون؟',
    daysAgo: 22,
    tags: ['python'],
    upvotes: 9,
    bookmarks: 3,
    html: '<p>الملف كبير جدًا (حوالي 3 غيغابايت) ولا أريد تحميله كله في الذاكرة.</p>',
    comments: [
      {
        author: 'yousef.h',
        accepted: true,
        upvotes: 8,
        html: `<p>الملف نفسه يمكن المرور عليه، ولا يُقرأ منه إلا ما تحتاج إليه:</p>${code('python', "with open('data.txt', encoding='utf-8') as f:\n    for line in f:\n        process(line.rstrip('\\n'))")}`,
        replies: [{ author: 'khalid.z', html: '<p>عمل فورًا وبذاكرة ثابتة، شكرًا لك.</p>' }],
      },
    ],
  },
  {
    author: 'layan.s',
    title: 'متى أستخدم LEFT JOIN بدلًا من JOIN؟',
    lesson: ['مدخل إلى SQL: من السؤال إلى الجواب', 'كيف يطابق الربط الصفوف'],
    daysAgo: 14,
    tags: ['sql'],
    upvotes: 7,
    html: '<p>عند استخدام <code>JOIN</code> يختفي الطلاب الذين لم يسجّلوا في أي دورة. هل هذا طبيعي؟</p>',
    comments: [
      {
        author: 'tariq.m',
        accepted: true,
        upvotes: 6,
        html: `<p>نعم: <code>JOIN</code> يُبقي ما له مقابل في الجدولين فقط. أما <code>LEFT JOIN</code> فيُبقي كل صفوف الجدول الأيسر ويضع <code>NULL</code> حيث لا مقابل:</p>${code('sql', 'SELECT s.name, count(e.course_id)\nFROM student s LEFT JOIN enrolment e ON e.student_id = s.id\nGROUP BY s.name')}`,
      },
      {
        author: 'amelia.h',
        upvotes: 2,
        html: '<p>Note <code>count(e.course_id)</code> and not <code>count(*)</code>: the latter counts 1 for a student without courses.</p>',
      },
    ],
  },
  {
    author: 'student',
    title: 'كيف أستعد لمقابلة عمل في تحليل البيانات؟',
    daysAgo: 4,
    tags: ['مقابلات', 'excel'],
    upvotes: 10,
    bookmarks: 5,
    html: '<p>لديّ مقابلة بعد أسبوعين. ما أهم ما أراجعه؟</p>',
    comments: [
      {
        author: 'reem.q',
        upvotes: 7,
        html: '<p>سألوني عن مشروع واحد بالتفصيل: لماذا اخترت هذا المخطط، وما الذي ستفعله لو تضاعفت البيانات. حضّري مشروعًا واحدًا جيدًا بدل خمسة سريعة.</p>',
        replies: [{ author: 'student', html: '<p>نصيحة ثمينة، سأختار مشروع المبيعات.</p>' }],
      },
      {
        author: 'hind.d',
        upvotes: 3,
        html: '<p>راجعي الجداول المحورية في إكسل، والوسط والوسيط، و<code>GROUP BY</code>.</p>',
      },
    ],
  },
]
