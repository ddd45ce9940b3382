/** When a moment must wait: during an exam, and while the person uses what it would cover. */
import { matchesPath } from '#src/core/routes.ts'

/** From the phone check to the last answer. */
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

/** A moment covers the top bar. It waits while the bar or a layer is in use, or the page is hidden. */
export const isBlocked = (page: Document): boolean =>
  page.visibilityState === 'hidden' ||
  Boolean(page.fullscreenElement) ||
  page.querySelector('header :focus-visible') !== null ||
  page.querySelector(OPEN_LAYERS) !== null
