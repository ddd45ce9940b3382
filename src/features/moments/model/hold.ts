/** When nothing may be celebrated: during an exam, and while the place of the moment is in use. */
import { matchesPath } from '#src/core/routes.ts'

/** From the check of the phone to the last answer. */
const EXAM_PATHS = [
  '/assessment/quiz',
  '/assessment/phone-verification',
  '/assessment/phone-verification/:ref',
  '/assessment/:assessmentId',
  '/assessment/:assessmentId/:ref',
]
export const isExamPath = (path: string): boolean => EXAM_PATHS.some((pattern) => matchesPath(pattern, path))

/** Dialogs, sheets, menus and the panels of the top bar. */
const OPEN_LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** The moment is shown over the top bar: it waits while somebody uses the bar or a layer, or does not look. */
export const isPlaceTaken = (page: Document): boolean =>
  page.visibilityState === 'hidden' ||
  Boolean(page.fullscreenElement) ||
  page.querySelector('header :focus-visible') !== null ||
  page.querySelector(OPEN_LAYERS) !== null
