/** The demo's workshops: one open, one full with a waiting list, one that is over. */
import type { WorkshopField } from '#contract/workshops/fields.ts'

export interface DemoWorkshop {
  code: string
  title: string
  description: string
  /** Part of the title of its course. */
  course: string | null
  /** From the day of seeding; negative for the past. */
  inDays: number
  startsAt: string
  minutes: number
  place: string
  link: string
  capacity: number | null
  fields: readonly WorkshopField[]
  /** How many learners have each status, in this order. */
  people: readonly { status: 'confirmed' | 'offered' | 'waiting' | 'attended' | 'no_show'; count: number }[]
}

const field = (
  id: string,
  kind: WorkshopField['kind'],
  label: string,
  more: Partial<WorkshopField> = {},
): WorkshopField => ({ id, kind, label, hint: '', required: false, options: [], ...more })

const kitewing: readonly DemoWorkshop[] = [
  {
    code: 'chartfun',
    title: 'Charts that people read',
    description:
      'A hands-on morning with real data from a city bus company. You leave with three charts of your own and a checklist for every chart after them.\n\nBring a laptop. Paper and pens are on the tables.',
    course: 'Charts',
    inDays: 12,
    startsAt: '10:00',
    minutes: 150,
    place: 'Kitewing House, Hall 2, MG Road, Pune',
    link: '',
    capacity: 24,
    fields: [
      field('level', 'choice', 'How much have you worked with charts?', {
        required: true,
        options: ['Not yet', 'In spreadsheets', 'With code'],
      }),
      field('hope', 'text', 'What do you want to take home?', { hint: 'One sentence is enough.' }),
      field('photos', 'consent', 'Photos are taken during the workshop. I agree to be in them.'),
    ],
    people: [{ status: 'confirmed', count: 9 }],
  },
  {
    code: 'nytetask',
    title: 'Interview night: practise with people who hire',
    description:
      'Four rounds of twenty minutes, each with somebody who interviews for a living. You get feedback after every round.\n\nThe group stays small, so that everybody has a turn.',
    course: 'Interview',
    inDays: 6,
    startsAt: '18:30',
    minutes: 120,
    place: '',
    link: 'https://meet.kitewing.test/interview-night',
    capacity: 8,
    fields: [
      field('role', 'text', 'Which job are you looking for?', { required: true }),
      field('cv', 'file', 'Your résumé', { hint: 'We read it before the evening.' }),
    ],
    people: [
      { status: 'confirmed', count: 7 },
      { status: 'offered', count: 1 },
      { status: 'waiting', count: 4 },
    ],
  },
  {
    code: 'sheetday',
    title: 'One day of spreadsheets',
    description: 'From the first formula to a budget that adds up.',
    course: null,
    inDays: -9,
    startsAt: '09:30',
    minutes: 360,
    place: 'Kitewing House, Hall 1, MG Road, Pune',
    link: '',
    capacity: 16,
    fields: [field('laptop', 'choice', 'Do you bring a laptop?', { required: true, options: ['Yes', 'No'] })],
    people: [
      { status: 'attended', count: 11 },
      { status: 'no_show', count: 3 },
    ],
  },
]

const ufuq: readonly DemoWorkshop[] = [
  {
    code: 'statsday',
    title: 'الإحصاء بلا خوف',
    description:
      'صباح عملي نتعلم فيه قراءة الأرقام في الأخبار ونحسب المتوسط والتشتت بأيدينا.\n\nأحضر حاسوبك إن أمكن، والورق والأقلام عندنا.',
    course: 'الإحصاء',
    inDays: 10,
    startsAt: '17:00',
    minutes: 120,
    place: 'مركز أفق، القاعة ٢، الرياض',
    link: '',
    capacity: 20,
    fields: [
      field('level', 'choice', 'ما خبرتك بالإحصاء؟', {
        required: true,
        options: ['مبتدئ', 'متوسط', 'متقدم'],
      }),
      field('photos', 'consent', 'تُلتقط صور أثناء الورشة. أوافق على ظهوري فيها.'),
    ],
    people: [{ status: 'confirmed', count: 6 }],
  },
  {
    code: 'jcbnyght',
    title: 'أمسية المقابلات: تدرّب مع أصحاب العمل',
    description: 'أربع جولات قصيرة مع مختصين في التوظيف، وتغذية راجعة بعد كل جولة.',
    course: 'مقابل',
    inDays: 5,
    startsAt: '19:00',
    minutes: 90,
    place: '',
    link: 'https://meet.ufuq.test/interviews',
    capacity: 6,
    fields: [field('role', 'text', 'ما الوظيفة التي تبحث عنها؟', { required: true })],
    people: [
      { status: 'confirmed', count: 6 },
      { status: 'waiting', count: 3 },
    ],
  },
  {
    code: 'tabsdays',
    title: 'يوم مع الجداول',
    description: 'من المعادلة الأولى إلى ميزانية صحيحة.',
    course: null,
    inDays: -8,
    startsAt: '16:00',
    minutes: 240,
    place: 'مركز أفق، القاعة ١، الرياض',
    link: '',
    capacity: 12,
    fields: [],
    people: [
      { status: 'attended', count: 8 },
      { status: 'no_show', count: 2 },
    ],
  },
]

export const workshopsByClient: ReadonlyMap<number, readonly DemoWorkshop[]> = new Map([
  [7, kitewing],
  [8, ufuq],
])
