/** Every key the app keeps in browser storage and in the device's database, in one place. */

/** What belongs to the device and not to a person: it stays when somebody signs out. */
const deviceKeys = {
  /** i18next's own name in storage (spec 1). */
  language: 'i18nextLng',
  /** Appearance: light, dark or system. */
  appearance: 'appearance',
  /** Text size, motion and captions. */
  display: 'display',
  /** Student and admin side navigation collapsed. */
  navCollapsed: 'nav_collapsed',
  /** Spec 3. */
  anonymousId: 'anonymous_user_id',
  /** Size and background of captions on this device. */
  captionLook: 'caption_look',
  /** When the install prompt was dismissed (spec 4). */
  installPutOff: 'install_put_off',
  /** "Don't show again" on the iOS steps. */
  iosPromptNever: 'ios_install_dismissed',
  /** Unsent drafts with their owner (`offline/drafts.ts`); encrypted at sign-out, else the next person's sign-in removes them. */
  drafts: 'drafts',
  /** There are encrypted pieces of somebody on this device. */
  encryptedOutbox: 'sealed',
} as const

/** Everything else goes with the person. */
const personalKeys = {
  /** Spec 3. */
  user: 'user',
  /** Always equal to the access token in `user` (rules: Accounts). */
  token: 'token',
  /** Which client the stored user belongs to: several may share one origin. */
  sessionClient: 'session_client',
  /** When the access token came, for the server's clock (trust pitfall 5). */
  tokenClock: 'token_clock',
  /** Last known client information, so that a member's first paint waits for nothing. */
  clientInfo: 'client_info',
  /** The community notice opened once already (spec 2). */
  noticeSeen: 'community_notice_seen',
  /** Booking prompts put off with "Maybe Later", by course. */
  seatPrompts: 'seat_prompts',
  /** What this person searched for last. */
  recentSearches: 'recent_searches',
  /** Referrers of links to assessments, until the attempt starts (rules: Assessments). */
  referrals: 'assessment_referrals',
  /** The code of a referral's link, until somebody signs up here (rules: Money). */
  signUpReferral: 'sign_up_referral',
  /** A choice of display that the account does not have yet. */
  displayUnsaved: 'display_unsaved',
  /** The push address of this browser while its person wants pushes here. */
  pushDevice: 'push_device',

  /** Session storage from here on. */
  /** When the support view of this tab ends. */
  supportUntil: 'support_until',
  returnPath: 'return_path',
  /** What another app shared while nobody was signed in: may be longer than a return path. */
  shared: 'shared',
  /** Build id for which a missing chunk already reloaded the page (F2). */
  chunkReload: 'chunk_reload_build',
  /** Spec 4: the guard that keeps an update from reloading in a loop. */
  updateReload: 'pwa_update_reload',
  /** When "Got it!" was pressed on the iOS steps: they stay away for the page session. */
  iosPromptLater: 'ios_install_later',
  /** The installed app's splash was shown in this window. */
  splashSeen: 'splash_seen',
  /** What was typed on the pages before sign-in, never a password (design 5). */
  signInDraft: 'sign_in_draft',
  signUpDraft: 'sign_up_draft',
  /** The address that waits for a code. */
  pendingCode: 'pending_code',
} as const

/** Values in the device's database. */
const databaseKeys = {
  /** The newest access and refresh token. */
  tokens: 'tokens',
  /** The questions of the attempt opened last, with their owner. */
  attemptPaper: 'attempt_paper',
  /** The last answers that the home was drawn from, with their owner. */
  homeAnswers: 'home_answers',
  /** Who is pushed to here, for the worker (`public/sw-custom.js` knows the name). */
  pushOwner: 'push_owner',
  /** The session that was signed out here last. */
  signedOut: 'left',
} as const

/** Names of channels between tabs; the owner follows. */
const channelKeys = {
  progressQueue: 'progress_queue',
  forumQueue: 'forum_queue',
} as const

export const keys = {
  ...deviceKeys,
  ...personalKeys,
  ...databaseKeys,
  ...channelKeys,
} as const

/** Spec 3. */
export const activityKeys = {
  history: 'activity_history',
  processed: 'processed_sessions',
  lastSent: 'last_sent_session',
  totalBackup: 'total_time_backup',
  sessionId: 'session_id',
  deviceId: 'device_id',
  deviceInfo: 'device_info',
  sessionStart: 'session_start_time',
  log: 'activity_log',
} as const

const deviceNames: readonly string[] = Object.values(deviceKeys)

/** Whether a key stays when somebody signs out. */
export const isDeviceKey = (key: string): boolean => deviceNames.includes(key)
