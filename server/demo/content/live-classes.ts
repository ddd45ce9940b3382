/** The live classes of the demo, relative to the day of seeding. */
import type { ConsentRule } from '#contract/live/shapes.ts'
import type { VideoName } from './videos.ts'

interface DemoClass {
  title: string
  description: string
  /** The place of the course in the client's list; null: for everybody. */
  course: number | null
  /** Its recording, or why there is none. */
  recording?: VideoName | 'failed' | undefined
}

interface DemoClasses {
  timeZone: string
  /** The clock of the host's classes, in UTC. */
  hourUtc: number
  /** Twice a week for eight weeks, the latest first. */
  past: readonly DemoClass[]
  /** Under way, whenever one looks. */
  underWay: DemoClass
  /** Opens or starts within minutes, whenever one looks. */
  aboutToStart: DemoClass & { consentRule: ConsentRule }
  /** In days from the seeding. */
  coming: readonly (DemoClass & { inDays: number; isCancelled?: true; timeZone?: string })[]
  /** Everybody signed in may register. In days from the seeding; the past one has a recording. */
  webinars: readonly {
    title: string
    description: string
    inDays: number
    capacity: number | null
    recording?: VideoName
  }[]
}

const kitewing: DemoClasses = {
  timeZone: 'Asia/Kolkata',
  hourUtc: 13,
  past: [
    {
      title: 'Joins that match too much',
      description: 'Why a join doubles rows, and how to see it before the report is sent.',
      course: 0,
      recording: 'join-matches-rows',
    },
    {
      title: 'Excel clinic: your pivot tables',
      description: 'Bring a table that does not add up.',
      course: 1,
      recording: 'pivot-groups-rows',
    },
    {
      title: 'Window functions step by step',
      description: 'Ranks, running totals and the row before.',
      course: 0,
    },
    {
      title: 'Lists and loops without fear',
      description: 'From a list of names to a small program.',
      course: 2,
      recording: 'list-positions',
    },
    {
      title: 'Mean, median and the salary question',
      description: 'Which average tells the truth, and when.',
      course: 3,
      recording: 'mean-and-median',
    },
    {
      title: 'Open questions: SQL and data',
      description: 'An hour for whatever you are stuck on.',
      course: null,
      recording: 'failed',
    },
    {
      title: 'Grouping and having',
      description: 'The two filters of a grouped query.',
      course: 0,
      recording: 'join-matches-rows',
    },
    {
      title: 'Reading charts critically',
      description: 'Five charts that mislead, and how to repair them.',
      course: null,
    },
    {
      title: 'Functions in Python',
      description: 'Arguments, results and when to split.',
      course: 2,
      recording: 'list-positions',
    },
    {
      title: 'Interview practice: explain your project',
      description: 'Two minutes each, with feedback.',
      course: null,
    },
    {
      title: 'Keys and what they promise',
      description: 'Primary keys, foreign keys and the rows they keep out.',
      course: 0,
    },
    {
      title: 'Excel clinic: lookups',
      description: 'XLOOKUP, and what to do where it is missing.',
      course: 1,
      recording: 'pivot-groups-rows',
    },
    { title: 'Sampling in practice', description: 'How many answers are enough?', course: 3 },
    {
      title: 'Cleaning messy data',
      description: 'Dates, names and the empty cell.',
      course: null,
      recording: 'mean-and-median',
    },
    { title: 'First steps with databases', description: 'Tables, rows and your first query.', course: 0 },
    { title: 'Welcome to live classes', description: 'How classes work here, and how to ask.', course: null },
  ],
  underWay: {
    title: 'Study together: bring your homework',
    description: 'Cameras optional. The first half is quiet, the second half is for questions.',
    course: null,
  },
  aboutToStart: {
    title: 'Indexes: why one query takes a second',
    description: 'We measure a slow query together, add an index and read the plan.',
    course: null,
    consentRule: 'hidden',
  },
  coming: [
    {
      title: 'Subqueries and common table expressions',
      description: 'Two ways to name a step of a query.',
      course: 0,
      inDays: 2,
    },
    {
      title: 'Guest lecture: data at a newspaper',
      description: 'Harriet Cole shows how a newsroom checks its numbers.',
      course: null,
      inDays: 4,
      timeZone: 'Europe/London',
    },
    {
      title: 'Excel clinic: dashboards',
      description: 'From a pivot table to a page that people read.',
      course: 1,
      inDays: 6,
      isCancelled: true,
    },
    {
      title: 'Dictionaries and JSON',
      description: 'Data with names instead of positions.',
      course: 2,
      inDays: 9,
    },
    {
      title: 'Open questions: SQL and data',
      description: 'An hour for whatever you are stuck on.',
      course: null,
      inDays: 12,
    },
  ],
  webinars: [
    {
      title: 'Getting your first job in data',
      description:
        'What hiring teams look at, what a portfolio needs and what it does not. Bring your questions: the second half is yours.',
      inDays: 8,
      capacity: 40,
    },
    {
      title: 'From spreadsheets to databases',
      description: 'When a spreadsheet is enough, when it is not, and how to move without losing a row.',
      inDays: 21,
      capacity: null,
    },
    {
      title: 'How we chose the right average',
      description: 'A true story of salaries, a median and a decision that changed because of it.',
      inDays: -9,
      capacity: 60,
      recording: 'mean-and-median',
    },
  ],
}

const ufuq: DemoClasses = {
  timeZone: 'Asia/Riyadh',
  hourUtc: 15,
  past: [
    {
      title: 'ربط الجداول من غير تكرار',
      description: 'لماذا تتضاعف الصفوف عند الربط، وكيف نكتشف ذلك مبكرًا.',
      course: 0,
      recording: 'join-matches-rows',
    },
    {
      title: 'الجداول المحورية في جلسة واحدة',
      description: 'أحضر جدولًا لا تتطابق مجاميعه.',
      course: 1,
      recording: 'pivot-groups-rows',
    },
    { title: 'أسئلة مفتوحة', description: 'ساعة لكل ما يوقفك.', course: null },
    {
      title: 'المتوسط والوسيط',
      description: 'أي المتوسطين أصدق، ومتى.',
      course: null,
      recording: 'mean-and-median',
    },
    {
      title: 'القوائم والحلقات',
      description: 'من قائمة أسماء إلى برنامج صغير.',
      course: 1,
      recording: 'list-positions',
    },
    {
      title: 'قراءة الرسوم البيانية',
      description: 'خمسة رسوم مضللة وكيف نصلحها.',
      course: null,
      recording: 'failed',
    },
    { title: 'التجميع والتصفية', description: 'المرشحان في الاستعلام المجمّع.', course: 0 },
    { title: 'تدريب على المقابلات', description: 'دقيقتان لكل متدرب مع ملاحظات.', course: null },
    {
      title: 'المفاتيح وما تضمنه',
      description: 'المفتاح الأساسي والأجنبي.',
      course: 0,
      recording: 'join-matches-rows',
    },
    { title: 'تنظيف البيانات', description: 'التواريخ والأسماء والخلايا الفارغة.', course: null },
    { title: 'دوال البحث', description: 'كيف تجد القيمة المناسبة.', course: 1 },
    { title: 'العيّنات عمليًا', description: 'كم إجابة تكفي؟', course: null },
    { title: 'الدوال خطوة بخطوة', description: 'المدخلات والنتائج ومتى نقسم.', course: 1 },
    { title: 'أسئلة مفتوحة', description: 'ساعة لكل ما يوقفك.', course: null },
    { title: 'البداية مع قواعد البيانات', description: 'الجداول والصفوف وأول استعلام.', course: 0 },
    { title: 'مرحبًا بكم في الحصص المباشرة', description: 'كيف تسير الحصص هنا وكيف تسأل.', course: null },
  ],
  underWay: {
    title: 'نذاكر معًا: أحضر واجبك',
    description: 'الكاميرا اختيارية. النصف الأول هادئ والثاني للأسئلة.',
    course: null,
  },
  aboutToStart: {
    title: 'الفهارس: لماذا يبطئ الاستعلام',
    description: 'نقيس استعلامًا بطيئًا معًا ثم نضيف فهرسًا.',
    course: null,
    consentRule: 'hidden',
  },
  coming: [
    { title: 'الاستعلامات الفرعية', description: 'طريقتان لتسمية خطوة في الاستعلام.', course: 0, inDays: 2 },
    {
      title: 'ضيف الحصة: البيانات في الصحافة',
      description: 'كيف تتحقق غرفة الأخبار من أرقامها.',
      course: null,
      inDays: 5,
      timeZone: 'Europe/London',
    },
    {
      title: 'لوحات المعلومات',
      description: 'من جدول محوري إلى صفحة تُقرأ.',
      course: 1,
      inDays: 7,
      isCancelled: true,
    },
    { title: 'أسئلة مفتوحة', description: 'ساعة لكل ما يوقفك.', course: null, inDays: 10 },
  ],
  webinars: [
    {
      title: 'كيف تحصل على وظيفتك الأولى في البيانات',
      description: 'ما الذي تبحث عنه فرق التوظيف، وما الذي يحتاجه ملف أعمالك. النصف الثاني لأسئلتكم.',
      inDays: 8,
      capacity: 40,
    },
    {
      title: 'من الجداول إلى قواعد البيانات',
      description: 'متى يكفي الجدول ومتى لا يكفي، وكيف تنتقل من غير أن تفقد صفًا.',
      inDays: 21,
      capacity: null,
    },
    {
      title: 'كيف اخترنا المتوسط الصحيح',
      description: 'قصة حقيقية عن الرواتب والوسيط وقرار تغيّر بسببه.',
      inDays: -9,
      capacity: 60,
      recording: 'mean-and-median',
    },
  ],
}

export const demoClasses: ReadonlyMap<number, DemoClasses> = new Map([
  [7, kitewing],
  [8, ufuq],
])
