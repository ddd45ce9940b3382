import type { SubjectTexts, TitleTexts } from '../title-subjects.ts'

const SHARED_FEATURES = ['Short lessons that fit into a break', 'Progress that follows you to every device']

const course = (
  description: string,
  objectives: string[],
  feature: string,
  requirements: string[],
  tags: string[],
): TitleTexts => ({ description, objectives, features: [feature, ...SHARED_FEATURES], requirements, tags })

export const englishTexts: SubjectTexts = {
  machineLearning: course(
    'How machines learn from examples: preparing data, training a model, and finding out honestly how good it is.',
    [
      'Split data so that a test means something',
      'Train and compare simple models',
      'Recognise overfitting before your users do',
    ],
    'Small data sets that you can check by hand',
    ['Basic Python', 'School mathematics'],
    ['machine learning', 'data', 'python'],
  ),
  excel: course(
    'Turn raw rows into answers: clean tables, dependable formulas, pivot tables and charts that a manager understands at a glance.',
    [
      'Build formulas that survive sorting and copying',
      'Summarise thousands of rows with a pivot table',
      'Find and repair typical data errors',
    ],
    'Practice sheets taken from everyday office work',
    ['A computer with any spreadsheet program'],
    ['excel', 'spreadsheets', 'data'],
  ),
  tableau: course(
    'Choose the right chart, build it cleanly and tell the truth with it: visual analysis for people who must convince others.',
    [
      'Match the chart to the question',
      'Build dashboards that load fast and read easily',
      'Spot and avoid misleading scales',
    ],
    'Before-and-after makeovers of real charts',
    ['Comfort with tables of numbers'],
    ['tableau', 'charts', 'data'],
  ),
  sql: course(
    'Ask databases precise questions: from your first SELECT to joins, grouping and subqueries that return exactly the rows you meant.',
    [
      'Filter, sort and group rows',
      'Join tables without losing or doubling rows',
      'Read a query and predict its result',
    ],
    'Every query shown with its input and its result',
    ['No programming needed'],
    ['sql', 'databases', 'data'],
  ),
  python: course(
    'Learn programming with Python from the first line: values, decisions, loops, functions and small programs that do real work.',
    [
      'Write and read small programs',
      'Work with lists, dictionaries and text',
      'Find mistakes calmly and mend them',
    ],
    'Examples that you can change and run',
    ['No earlier programming needed'],
    ['python', 'programming', 'beginner'],
  ),
  javascript: course(
    'Make pages come alive: the language of the browser, from variables to events and data that arrives from a server.',
    [
      'Read and write modern JavaScript',
      'React to what people click and type',
      'Fetch data and show it safely',
    ],
    'Small interactive exercises in the browser',
    ['Basic HTML'],
    ['javascript', 'web', 'programming'],
  ),
  java: course(
    'Object-oriented programming in Java, step by step: classes, interfaces, collections and programs that others can maintain.',
    ['Model a problem with classes', 'Use the collections that fit', 'Handle errors on purpose'],
    'Code reviews of typical beginner programs',
    ['Any first experience with programming'],
    ['java', 'programming', 'objects'],
  ),
  web: course(
    'How the web works and how to build for it: pages with meaning, styles that adapt and sites that everybody can use.',
    [
      'Structure a page with HTML',
      'Lay it out with CSS on phone and desktop',
      'Make it accessible from the start',
    ],
    'One page that grows with you through the course',
    ['A browser and a text editor'],
    ['web', 'html', 'css'],
  ),
  statistics: course(
    'The handful of ideas that carry most of statistics, explained with everyday numbers and without fear of formulas.',
    [
      'Describe data by its centre and spread',
      'Judge whether a difference is chance',
      'Read studies with a critical eye',
    ],
    'Every formula first told in words',
    ['School arithmetic'],
    ['statistics', 'data', 'reasoning'],
  ),
  aptitude: course(
    'Quantitative and logical reasoning for entrance tests: clear methods, quick checks and practice against the clock.',
    [
      'Solve percentages, ratios and time-work questions',
      'Eliminate wrong options quickly',
      'Keep calm and pace yourself',
    ],
    'Solutions that show the short way as well as the safe way',
    ['School mathematics up to class 10'],
    ['aptitude', 'reasoning', 'entrance test'],
  ),
  interview: course(
    'Walk into interviews prepared: a résumé that gets read, stories that answer the question, and practice for the hard moments.',
    [
      'Tell your experience in clear short stories',
      'Answer common questions with evidence',
      'Ask questions that show interest',
    ],
    'Model answers with comments from a recruiter’s view',
    ['A first version of your résumé'],
    ['interview', 'career', 'placement'],
  ),
  english: course(
    'English that works at work: clear e-mails, confident meetings and the small phrases that make cooperation easy.',
    [
      'Write short e-mails that get answers',
      'Speak up politely in meetings',
      'Avoid the most common mistakes',
    ],
    'Phrases sorted by situation',
    ['Basic school English'],
    ['english', 'communication', 'work'],
  ),
  marketing: course(
    'Reach the right people with a fair message: audiences, channels, content and numbers that show what worked.',
    ['Describe an audience precisely', 'Plan a small campaign', 'Measure results and learn from them'],
    'Campaigns taken apart step by step',
    ['Curiosity about people'],
    ['marketing', 'business', 'content'],
  ),
  project: course(
    'Bring projects home: clear goals, honest plans, short feedback loops and teams that know what comes next.',
    ['Turn a goal into small verifiable steps', 'Plan with uncertainty', 'Lead short and useful meetings'],
    'Templates that you can use the same day',
    ['Some experience of working in a team'],
    ['project management', 'teamwork', 'business'],
  ),
  standard: course(
    'A practical course in small steps: each topic explains one idea, shows it at work and lets you check that it has settled.',
    [
      'Understand the basic ideas of the subject',
      'Apply them to examples of your own',
      'Know what to learn next',
    ],
    'A short check after each topic',
    ['Nothing but time and curiosity'],
    ['foundations', 'practice'],
  ),
}
