/**
 * Which file of the build a module goes to. Files follow what people open: one for each area of the product, the frame
 * around every page, and what several areas share. `tests/architecture/build.test.ts` counts them, `page-weight.spec.ts`
 * weighs every page.
 */
/** What rolldown tells of a module while it places it. */
interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[]; importedIds: readonly string[] } | null
}

/** The first pattern that matches a path below `src` or `node_modules` decides. */
const AREAS: readonly (readonly [chunk: string, paths: RegExp])[] = [
  // Drawn for a second step, for the check-in of a class, and for links that people share, such as a learner's own.
  [
    'qr',
    /^node_modules\/uqr\/|^src\/shared\/ui\/content\/QrCode|^src\/core\/sharing|^src\/features\/money\/(referrals\/(own\/|StateBadge)|components\/Money)|^contract\/money\/referrals/,
  ],
  // Small parts that many areas of staff share, so that none of them fetches another one's pages.
  [
    'staff-parts',
    /^src\/(core\/lists\/Bulk|features\/support\/components|shared\/ui\/content\/RowTable)|^contract\/(students\/students|emails\/sender|live\/admin\/providers|money\/providers|client-info\/feature-slugs)/,
  ],
  ['parts', /^contract\/(students\/invite-links|attendance\/rules)|^src\/shared\/ui\/PublicFrame/],
  ['workshop-page', /^contract\/workshops\/shapes/],
  ['ui', /^src\/shared\/ui\/content\/Stat|^contract\/(assessments\/shapes|money\/programme-slugs)/],
  [
    'course-done',
    /^src\/(app\/pages\/CourseDonePage|features\/courses\/(pages\/CourseDone|components\/done\/(?!DoneReview)|api\/completion|model\/(completion|share)))|^contract\/courses\/completion/,
  ],
  [
    'fields',
    /^src\/core\/editing\/CouponField|^src\/shared\/(ui\/forms\/(CodeInput|PasswordChecklist|Switch|Checkbox)|lib\/(password-checks|text\/digits|amount-input))/,
  ],
  ['illustrations', /^src\/shared\/ui\/feedback\/(Illustration|Bird|scenes)/],
  [
    'shell-later',
    /^src\/(app\/layouts\/(AvatarPanel|search\/)|shared\/ui\/(overlays\/Toaster|feedback\/Burst)|features\/moments\/(?!index))|^contract\/moments/,
  ],
  [
    'staff-pages',
    /^src\/(app\/(StaffRoutes|staff-pages|pages\/AssessmentArea)|features\/((assessments|attendance|certificates|money|workshops)\/admin|api-access|course-builder|dashboard|emails|grading|grading\/lessons|live-admin|platform|question-bank|recruiting|security|settings|students)\/index)/,
  ],
  ['app', /^src\/(features\/.+\/index|core\/moment-requests|core\/activity\/counted)\.ts/],
  [
    'app',
    /^src\/features\/(notifications\/model\/bell-state|courses\/(model\/(courses-slice|failure)|api\/(learning-home|keys)))|^src\/features\/auth\/api\/auth-calls|^contract\/(notifications\/live|courses\/(catalogue|enrolment|learning-home|outline|progress|shapes)|auth\/auth|money\/referral-code)/,
  ],
  ['sign-out', /^src\/core\/(sign-out\/(?!signed-out-note|sign-in)|offline\/encryption)/],
  // Runs once on a device with databases of a former build.
  ['sign-out', /^src\/core\/offline\/migration\/old-/],
  // What waits on the device: below everything that puts something there.
  [
    'device',
    /^src\/app\/offline\/outbox\.ts|^src\/core\/editing\/use-draft-form|^src\/core\/(offline\/(?!db|owner|schema|token-copy)|activity\/(store|device-store))/,
  ],
  [
    'offline',
    /^src\/(features\/(courses|question-bank|assessments\/admin)\/outbox\.ts|app\/pwa\/qa\/collect-waiting)/,
  ],
  [
    'controls',
    /^src\/shared\/ui\/(forms\/(Select|Combobox)|Tabs|overlays\/(Menu|Tooltip))|^src\/core\/lists\/FilterSelect/,
  ],
  ['account', /^src\/shared\/ui\/content\/BarChart|^contract\/activity/],
  [
    'lists',
    /^src\/(core\/lists\/(?!FilterSelect|Bulk)|shared\/ui\/(Pagination|forms\/DateTimeInput)|shared\/lib\/page-window)/,
  ],
  ['schemas', /^contract\/(courses\/quiz|problems\/(problems|compare-output|help))/],
  ['account', /^src\/core\/pwa\/ios-prompt|^contract\/notifications\/(notifications|kinds)/],
  ['staff-shared', /^contract\/(course-import\/packages|question-bank\/question-import)/],
  [
    'home',
    /^src\/(shared\/(ui\/content\/CourseCover|lib\/seed)|features\/courses\/components\/catalogue\/(StateBadge|TypeIcon|labels|Reason))/,
  ],
  [
    'notes',
    /^src\/app\/pages\/NotesPage|^src\/features\/courses\/learning\/(pages\/CourseNotes|components\/(course-notes|notes\/)|api\/use-course-notes|model\/course-notes)/,
  ],
  ['attempts', /^src\/shared\/(ui\/content\/(QuestionText|Maths)|lib\/text\/question-text)/],
  ['player-exercises', /^src\/features\/courses\/learning\/model\/quiz-draft/],
  ['player-problems', /^src\/features\/courses\/learning\/model\/(problem-draft|scorm-messages|code-text)/],
  [
    'player-video',
    /^src\/features\/courses\/learning\/(model\/(video-draft|caption-style|play-clock)|api\/transcript)/,
  ],
  ['roster', /^src\/features\/courses\/(components\/roster|api\/roster)/],
  // Before sign-in.
  ['sign-in', /^src\/features\/auth\/pages\/SignInPage/],
  ['two-step', /^src\/features\/auth\/two-step\/(?!index)/],
  [
    'auth',
    /^src\/features\/auth\/(pages|legal|components\/(CodeForm|NewPassword|EmailField|SignUp|Referral|Legal|ResendCode|SignInSheet|Modal)|hooks\/use-referral|model\/(sign-up|password-issue|legal|kept-referral))/,
  ],
  ['sign-in', /^src\/features\/auth\//],
  // Areas of learners.
  ['courses', /^contract\/money\/(checkout-states|course-(coupons|payments))/],
  [
    'home',
    /^src\/app\/pages\/LearningHomePage|^src\/app\/pages\/home\/(?!Lower|FirstDay|use-plan)|^src\/features\/courses\/components\/home\/(ContinueLearning|Greeting|HomeState)/,
  ],
  [
    'leaderboard',
    /^src\/app\/pages\/(home\/(LowerBlocks|FirstDay|use-plan)|ProgressPage)|^src\/features\/courses\/components\/home\//,
  ],
  ['leaderboard', /^src\/features\/(leaderboard|learner-plan)\/(?!index)|^contract\/learner-plan/],
  [
    'notes',
    /^src\/features\/courses\/learning\/(components\/practice|pages\/PracticePage|api\/practice)|^contract\/courses\/practice/,
  ],
  ['player-exercises', /^src\/features\/courses\/learning\/components\/quiz/],
  [
    'player-problems',
    /^src\/features\/courses\/learning\/(components\/problem\/(?!code)|components\/scorm|runtimes\/(?!addresses)|components\/problem\/code\/(KeyToolbar|TestList|SyntaxErrorNote))|^contract\/problems\/(spreadsheet)/,
  ],
  ['player-video', /^src\/features\/courses\/learning\/components\/video\//],
  ['code-editor', /^src\/features\/courses\/learning\/components\/problem\/code\//],
  ['queues', /^contract\/(courses\/learning|problems\/endpoints)/],
  [
    'queues',
    /^src\/features\/courses\/learning\/(outbox|api\/(live-queue|describe-progress|send-pending)|model\/(progress-queue|pending|ranges))/,
  ],
  ['preview', /^src\/features\/courses\/learning\/(pages\/PreviewPage|context\/preview)/],
  [
    'player',
    /^src\/features\/courses\/learning\/|^src\/features\/offline\/components\/CollapsedSaveCourse|^src\/app\/pages\/(PlayerPage|NotesPage)/,
  ],
  [
    'course-lower',
    /^src\/features\/courses\/(components\/(course-page\/CourseLower|done\/DoneReview|reviews\/(?!Stars)|catalogue\/Related)|pages\/(Instructor|ContinueLearning|Recommended)|components\/enrolment\/(PayOnline|CouponPrice)|api\/reviews)|^contract\/courses\/reviews/,
  ],
  [
    'courses',
    /^src\/features\/courses\/(pages|api\/(?!learning-home|keys|recommended|use-start|use-course-changes|consequences)|components\/(enrolment|reviews|course-page|catalogue\/(Course|Filter|Related|Seat)))|^src\/app\/pages\/CoursePage/,
  ],
  ['app', /^src\/features\/courses\/api\/(use-course-changes|consequences)/],
  ['ui', /^src\/features\/courses\/model\/use-(course|retry)/],
  [
    'exam',
    /^src\/features\/assessments\/(components\/exam|pages\/QuizPage|attempt\/(?!outbox|disk|owner|left-behind))/,
  ],
  ['assessment-results', /^src\/features\/assessments\/(components\/result\/|pages\/(Re|Roadmap))/],
  [
    'attempts',
    /^src\/features\/assessments\/(outbox|attempt\/|model\/|api\/|components\/(Problem|Waiting))|^contract\/assessments\/(assessments|shapes|results)/,
  ],
  ['assessments', /^src\/features\/assessments\/(?!admin)/],
  [
    'queues',
    /^src\/features\/community\/(outbox|api\/(describe-posts|live-posts)|model\/queued-posts)|^contract\/community\/community/,
  ],
  [
    'editor',
    /^src\/features\/community\/components\/editor\/|^src\/shared\/ui\/rich-text\/(?!RichText\.tsx)/,
  ],
  ['moderation', /^src\/features\/community\/pages\/ModerationPage/],
  ['community', /^src\/features\/community\/|^contract\/community\/(moderation|people)/],
  [
    'offline',
    /^src\/app\/pages\/OutboxPage|^src\/features\/offline\/(pages\/Outbox|components\/Outbox|api\/use-outbox)/,
  ],
  ['offline', /^src\/(features\/offline\/|core\/(api\/cached|storage\/saved-files))/],
  ['bell', /^src\/features\/notifications\/(live\/(?!push)|model\/sse|components\/Notification(List|Row))/],
  ['notifications', /^src\/features\/notifications\/(?!model\/bell-state|index)/],
  // Applying brings fields and dialogs that reading a job does without.
  [
    'apply',
    /^src\/features\/(job-applications\/(?!index|pages\/ApplicationsPage|components\/(ApplyPanel|StateBadge)|api\/applications\.queries)|jobs\/components\/ReportDialog)/,
  ],
  ['jobs', /^src\/features\/job-applications\/(?!index)|^contract\/job-applications\/(applications|resume)/],
  ['search', /^src\/(features\/search\/|shared\/ui\/overlays\/TopDialog)|^contract\/(search|text\/folded)/],
  ['jobs', /^src\/features\/jobs\/(?!index)|^src\/app\/pages\/(VisitorJobPage|JobPage)|^contract\/jobs/],
  // The page without a part but the first; a visitor's page of a person; the other parts.
  [
    'person',
    /^src\/features\/profile\/(components\/public\/PublicCard|pages\/Public|api\/public)|^src\/app\/pages\/Person|^contract\/profile\/public/,
  ],
  [
    'profile-parts',
    /^src\/features\/profile\/(components\/(public|security|own-data)\/|hooks\/use-password|model\/change-password|api\/(own-data|sessions))/,
  ],
  ['profile', /^src\/features\/profile\/|^src\/app\/pages\/UserProfile|^contract\/profile\/(?!di|de)/],
  ['pwa-test', /^src\/app\/(pwa\/qa|pages\/(Ios)?PwaTestPage)/],
  ['pwa', /^src\/app\/pwa/],
  ['leaderboard', /^src\/features\/live\/(components\/NextClass|api\/use-session-state)/],
  // Brings the player of videos.
  ['recording', /^src\/app\/pages\/RecordingPage/],
  ['live', /^src\/features\/live\/|^contract\/live\/(?!admin|session-state)/],
  ['attendance', /^src\/features\/attendance\/(?!admin\/|index)|^contract\/attendance\//],
  [
    'certificates',
    /^src\/features\/(certificates\/(?!admin\/|index)|join\/(?!index))|^contract\/certificates\/(?!portal|templates|look|downloads)/,
  ],
  // Areas of staff.
  [
    'certificates-admin',
    /^src\/features\/certificates\/admin\/(?!index)|^contract\/certificates\/(portal|templates|look|downloads)/,
  ],
  ['attendance-admin', /^src\/features\/attendance\/admin\/(?!index)/],
  ['assessments-admin', /^src\/features\/assessments\/admin\/|^src\/app\/pages\/AssessmentAuthoring/],
  ['course-builder', /^src\/features\/course-builder\/|^src\/app\/pages\/CourseBuilder/],
  ['question-bank', /^src\/features\/question-bank\//],
  [
    'recruiting',
    /^src\/features\/recruiting\/(?!index|partner\/index)|^src\/app\/pages\/JobEditorPages|^contract\/job-applications/,
  ],
  ['webinars', /^src\/features\/webinars\/|^contract\/live\/webinars/],
  ['live-admin', /^src\/features\/live-admin\/|^contract\/live\/admin/],
  [
    'programmes',
    /^src\/features\/programmes\/(?!index)|^src\/core\/editing\/(PartyFields|party-form)|^contract\/money\/(coupons|documents|gst|pay(?!m)|programme|schedule)/,
  ],
  ['payments', /^src\/features\/money\/(?!index)|^contract\/money/],
  [
    'staff',
    /^src\/(app\/pages\/DashboardPage|features\/(api-access|dashboard|grading|security|students)\/)|^contract\/dashboard\//,
  ],
  ['emails-admin', /^src\/features\/emails\/(?!index)|^contract\/emails\//],
  ['workshops-admin', /^src\/features\/workshops\/admin\//],
  [
    'settings',
    /^src\/features\/(settings|platform)\/(?!index)|^contract\/(client-info\/(brand|settings)|platform\/)/,
  ],
  ['dev-ui', /^src\/app\/pages\/(DevUiPage|dev-ui)/],
  // Before or after sign-in.
  ['workshop-page', /^src\/features\/(workshops|legal)\/(?!index)|^contract\/workshops\/fields/],
  // The community registers the worker before its page can be used (spec 4).
  ['worker', /^src\/core\/pwa\/worker-(link|status)|^node_modules\/workbox/],
  // What runs once the page can be used.
  ['background', /^src\/(core\/activity\/(?!presence)|app\/(offline\/|session\/sync-display))/],
  // The frame around every member page.
  [
    'app',
    /^src\/app\/|^src\/features\/.*\/index\.ts|^src\/core\/(session\/(?!after-login)|http|store|api\/(?!cached)|client-config|i18n\/(?!use-localized))/,
  ],
  ['app', /^\0rolldown/],
  ['dialogs', /^node_modules\/use-sync-external-store\/(cjs\/use-sync-external-store-shim|shim)/],
  ['app', /^node_modules\/(axios|redux|react-redux|immer|use-sync-external-store|@reduxjs|@tanstack)/],
  // Libraries that only some pages need.
  ['editor', /^node_modules\/(@tiptap|prosemirror|orderedmap|rope-sequence|linkifyjs|fast-equals)/],
  ['code-editor', /^node_modules\/(@codemirror|@lezer|crelt|style-mod|@marijn)/],
  ['code-colours', /^node_modules\/(highlight\.js|lowlight)|^src\/shared\/lib\/text\/code-colours/],
  ['hls', /^node_modules\/hls\.js/],
  ['schemas', /^node_modules\/zod|^contract\/common/],
  [
    'sanitize',
    /^node_modules\/(dompurify|w3c-keyname)|^src\/shared\/lib\/text\/sanitize|^contract\/text\/html/,
  ],
  ['maths', /^node_modules\/temml|^src\/shared\/lib\/text\/tex-reader/],
  ['dialogs', /^src\/shared\/ui\/overlays\/DialogFrame/],
]
/** Parts of the sign-in page that the frame of members does without. */
const FORMS =
  /^src\/(shared\/(ui\/forms\/(?!Field|TextInput)|lib\/(password|countdown|hooks\/use-(countdown|caps)))|core\/session\/after-login)/
/** Files that only staff and developers open. */
export const STAFF_CHUNKS: readonly string[] = [
  'assessments-admin',
  'attendance-admin',
  'certificates-admin',
  'course-builder',
  'dev-ui',
  'emails-admin',
  'moderation',
  'payments',
  'live-admin',
  'preview',
  'question-bank',
  'recruiting',
  'roster',
  'settings',
  'staff',
  'staff-pages',
  'staff-parts',
  'staff-shared',
  'workshops-admin',
]

const pathOf = (id: string) =>
  (/\/(node_modules\/(?!.*\/node_modules\/).+)$/.exec(id) ?? /\/((?:src|contract)\/.+)$/.exec(id))?.[1] ?? ''

/** What the pages that are opened most fetch, before or after they can be used. */
const OFTEN: ReadonlySet<string> = new Set([
  ...[
    'account',
    'background',
    'bell',
    'community',
    'controls',
    'course-lower',
    'courses',
    'device',
    'dialogs',
  ],
  ...['fields', 'forms', 'home', 'leaderboard', 'lists', 'player', 'player-exercises', 'profile', 'queues'],
  ...['sanitize', 'search', 'shell-later', 'sign-out', 'ui', 'worker'],
])

/** Everything that a module imports, itself included. */
const closureOf = (entry: string, graph: Graph): Set<string> => {
  const seen = new Set<string>()
  const queue = [entry]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}

const sharedBy = (users: ReadonlySet<string>): string | null => {
  const [only] = users
  if (only === undefined || users.size === 1) return only ?? null
  // What the home shares with other pages is in the frame's file, so that it fetches nothing that only they need.
  if (users.has('app') || users.has('home')) return 'app'
  const learners = [...users].filter((user) => !STAFF_CHUNKS.includes(user))
  if (learners.length === 0) return 'staff-shared'
  return learners.some((user) => OFTEN.has(user)) ? 'ui' : 'parts'
}

/** An entry point passes on what it does not use; a contract's shapes are gone from the build (contract-data.ts). */
const isPassedOn = (id: string) => /\/src\/features\/.+\/index\.ts$|\/contract\//.test(id)

const createPlacer = (root: string) => {
  const placed = new Map<string, string | null>()
  let ofDialogs: Set<string> | null = null
  let ofSignIn: Set<string> | null = null
  let ofStart: Set<string> | null = null
  const chunkOf = (id: string, graph: Graph): string | null => {
    const known = placed.get(id)
    if (known !== undefined) return known
    placed.set(id, null)
    const found = place(id, graph)
    placed.set(id, found)
    return found
  }
  const place = (id: string, graph: Graph): string | null => {
    const path = pathOf(id)
    ofDialogs ??= closureOf(`${root}/src/shared/ui/overlays/DialogFrame.tsx`, graph)
    ofSignIn ??= closureOf(`${root}/src/features/auth/pages/SignInPage.tsx`, graph)
    ofStart ??= closureOf(`${root}/src/main.tsx`, graph)
    if (ofStart.has(id)) return 'start'
    if (ofSignIn.has(id) && !/^src\/features\//.test(path)) return FORMS.test(path) ? 'forms' : 'start'
    const area = AREAS.find(([, paths]) => paths.test(path))?.[0]
    if (area !== undefined) return area
    const importers = graph.getModuleInfo(id)?.importers ?? []
    const inUse = importers.filter((user) => !isPassedOn(user))
    const users = (inUse.length > 0 ? inUse : importers).map((user) => chunkOf(user, graph))
    const shared = sharedBy(new Set(users.filter((user) => user !== null)))
    if (/^node_modules\/(@base-ui|@floating-ui|reselect)/.test(path) && shared !== 'app')
      return ofDialogs.has(id) ? 'dialogs' : 'controls'
    return shared
  }
  return chunkOf
}

const TEXTS = /^\0virtual:texts\/(.+)\/(.+)$/
/** One file for each language and area (texts.ts). */
const textsOf = (id: string): string | null =>
  id.replace(TEXTS, 'texts-$1-$2').match(/^texts-.+/)?.[0] ?? null

/** Everything that the first page is made of, whoever opens it, is one file. */
const chunkGroups = (root: string) => [
  { name: textsOf, priority: 3 },
  { name: createPlacer(root), priority: 1 },
]

/** Loaded before any other file of the app. */
const FIRST_FILES = /\/(?:start|rolldown-runtime)-[^/]+$/
/** The first load names no file that is loaded already, and texts need no other file: every name costs it bytes. */
const filesToPreload = (file: string, dependencies: string[]): string[] =>
  /\/texts-/.test(file) ? [] : dependencies.filter((name) => !FIRST_FILES.test(name))

/** The app's build: one target, and files by area. */
export const appBuild = (root: string) => ({
  modulePreload: { polyfill: false, resolveDependencies: filesToPreload },
  reportCompressedSize: false,
  target: 'es2022',
  rolldownOptions: {
    output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups(root) } },
  },
})
