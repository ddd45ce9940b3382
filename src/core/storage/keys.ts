/** Every key the app keeps in browser storage, in one place. */
export const keys = {
  /** Spec 3. */
  user: 'user',
  /** Always equal to the access token in `user` (rules: Accounts). */
  token: 'token',
  /** Which client the stored user belongs to: several may share one origin. */
  sessionClient: 'session_client',
  /** Spec 3. */
  anonymousId: 'anonymous_user_id',
  /** When the access token came, for the server's clock (trust pitfall 5). */
  tokenClock: 'token_clock',
  /** i18next's own names: cookie and storage (spec 1). */
  languageCookie: 'i18next',
  language: 'i18nextLng',
  /** Last known client information, so that a member's first paint waits for nothing. */
  clientInfo: 'client_info',
  /** Appearance: light, dark or system. */
  appearance: 'appearance',
  /** Student and admin side navigation collapsed. */
  navCollapsed: 'nav_collapsed',
  /** The community notice opened once already (spec 2). */
  noticeSeen: 'community_notice_seen',
  /** Learning progress not on the server yet; with the owner's name behind it (IndexedDB). */
  progressQueue: 'progress_queue',
  /** The questions of the attempt opened last, with their owner (IndexedDB). */
  attemptPaper: 'attempt_paper',
  /** The last answers that the home was drawn from, with their owner (IndexedDB). */
  homeAnswers: 'home_answers',
  /** Booking prompts put off with "Maybe Later", by course. */
  seatPrompts: 'seat_prompts',
  /** Changes to courses that are not on the server yet, with their owner (IndexedDB). */
  builderChanges: 'builder_changes',
  /** The push address of this browser while its person wants pushes here. */
  pushDevice: 'push_device',
  /** Who is pushed to here, for the worker (IndexedDB; `public/sw-custom.js` knows the name). */
  pushOwner: 'push_owner',
  /** Posts and votes that wait for a connection; with the owner's name behind it (IndexedDB). */
  forumQueue: 'forum_queue',
  /** Posts not sent yet, with their owner (`drafts.ts`). */
  drafts: 'drafts',
  /** Something lies sealed here for somebody (core/seal). */
  sealed: 'sealed',
  /** The session that was signed out here last (IndexedDB, core/seal). */
  left: 'left',

  /** Size and ground of captions on this device. */
  captionLook: 'caption_look',
  /** When the install prompt was dismissed (spec 4). */
  installPutOff: 'install_put_off',
  /** "Don't show again" on the iOS steps. */
  iosPromptNever: 'ios_install_dismissed',

  /** Session storage from here on. */
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

/** Spec 3, 9 "Local storage keys hold session, device and session start time". */
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

/**
 * What belongs to the device and not to a person: it stays when somebody signs out. Everything else goes. Drafts
 * stay for their owner: the sign-in of anybody else forgets them.
 */
export const deviceKeys: readonly string[] = [
  keys.language,
  keys.appearance,
  keys.navCollapsed,
  keys.anonymousId,
  keys.captionLook,
  keys.installPutOff,
  keys.iosPromptNever,
  keys.drafts,
  keys.sealed,
]
