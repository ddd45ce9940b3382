/** What learners and recruiters of the demo write. */
export interface ApplicationTexts {
  readonly callingCode: string
  readonly note: string
  readonly answer: string
  readonly invitation: string
  readonly refusal: string
  readonly offer: string
  readonly staffNote: string
  /** Latin letters only: the PDF's font has no others. */
  readonly resume: readonly string[]
}

const RESUME = [
  'Experience',
  'Internship in a small team: reports, dashboards, weekly reviews.',
  '',
  'Education',
  'Courses with certificates on this platform, and the projects in them.',
  '',
  'Skills',
  'SQL, Python, spreadsheets, clear writing.',
]

export const applicationTexts: ReadonlyMap<number, ApplicationTexts> = new Map([
  [
    7,
    {
      callingCode: '+91',
      note: 'I have practised this kind of work for months and would be glad to show you what I can do.',
      answer: 'Your team works on what I want to learn, and I can start next month.',
      invitation: 'We would like to meet you. Does Tuesday at 11:00 suit you?',
      refusal: 'Thank you for applying. We decided for somebody with more practice in what the job needs.',
      offer: 'We are happy to offer you the job. The details are in the letter that we sent by mail.',
      staffNote: 'Clear answers, good projects. Ask about teamwork.',
      resume: RESUME,
    },
  ],
  [
    8,
    {
      callingCode: '+971',
      note: 'تدرّبت على هذا النوع من العمل منذ أشهر، ويسعدني أن أُريكم ما أستطيع.',
      answer: 'يعمل فريقكم على ما أريد أن أتعلّمه، وأستطيع أن أبدأ الشهر القادم.',
      invitation: 'نودّ أن نلتقي بك. هل يناسبك يوم الثلاثاء الساعة 11:00؟',
      refusal: 'شكرًا لتقدّمك. اخترنا شخصًا لديه ممارسة أكثر فيما تحتاجه الوظيفة.',
      offer: 'يسعدنا أن نعرض عليك الوظيفة. التفاصيل في الرسالة التي أرسلناها بالبريد.',
      staffNote: 'إجابات واضحة ومشاريع جيدة. نسأل عن العمل ضمن فريق.',
      resume: RESUME,
    },
  ],
])
