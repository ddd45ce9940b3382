import { csvTable } from './csv-cell.ts'

const COLUMNS = [
  'kind',
  'prompt',
  'answer',
  'points',
  'explanation',
  'option_1',
  'option_2',
  'option_3',
  'option_4',
  'match_1',
  'match_2',
  'match_3',
  'feedback_1',
  'feedback_2',
  'tolerance',
  'unit',
  'topic',
  'difficulty',
  'tags',
] as const
type Row = Partial<Record<(typeof COLUMNS)[number], string>>

/** Examples: one row of each kind. */
const ROWS: readonly Row[] = [
  {
    kind: 'single',
    prompt: 'Which planet is closest to the Sun?',
    answer: 'B',
    points: '1',
    explanation: 'Mercury circles the Sun in 88 days.',
    option_1: 'Venus',
    option_2: 'Mercury',
    option_3: 'Mars',
    feedback_1: 'Venus is the second planet.',
    topic: 'Astronomy',
    difficulty: 'easy',
    tags: 'planets;sun',
  },
  {
    kind: 'multiple',
    prompt: 'Which of these numbers are prime?',
    answer: 'A;C',
    points: '2',
    option_1: 'two',
    option_2: 'nine',
    option_3: 'eleven',
    option_4: 'fifteen',
    topic: 'Numbers',
    difficulty: 'medium',
  },
  { kind: 'true_false', prompt: 'Water boils at a lower temperature on a high mountain.', answer: 'true' },
  {
    kind: 'short',
    prompt: 'What is the chemical symbol of water?',
    option_1: 'H2O',
    option_2: 'H₂O',
    topic: 'Chemistry',
  },
  {
    kind: 'numeric',
    prompt: 'How far does light travel in one microsecond?',
    answer: '300',
    tolerance: '1',
    unit: 'm',
    topic: 'Physics',
    difficulty: 'hard',
  },
  {
    kind: 'ordering',
    prompt: 'Put these in order, the smallest first.',
    option_1: 'atom',
    option_2: 'molecule',
    option_3: 'cell',
  },
  {
    kind: 'matching',
    prompt: 'Match each country with its capital.',
    option_1: 'India',
    option_2: 'Egypt',
    match_1: 'New Delhi',
    match_2: 'Cairo',
    match_3: 'Nairobi',
    tags: 'capitals',
  },
]

/** The example table that people download and edit. */
export const templateCsv = (): string =>
  csvTable([COLUMNS, ...ROWS.map((row) => COLUMNS.map((column) => row[column] ?? ''))])
