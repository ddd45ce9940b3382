/** A moment in words. */
import type { TFunction } from 'i18next'
import type { Moment } from '#contract/moments/moments.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'

const valuesOf = (moment: Moment, t: TFunction) => {
  switch (moment.kind) {
    case 'streak':
      return { count: moment.days }
    case 'badge':
      return { badge: t(`leaderboard:badges.${moment.badge}.name`) }
    default:
      return { title: isolated(moment.title) }
  }
}

/** "Lesson finished". */
export const momentTitle = (moment: Moment, t: TFunction): string =>
  t(`moments:${moment.kind}.title`, valuesOf(moment, t))

/** "Joins", the name of what was reached. */
export const momentName = (moment: Moment, t: TFunction): string =>
  t(`moments:${moment.kind}.name`, valuesOf(moment, t))

/** Short form for the line below a larger moment. */
export const momentShort = (moment: Moment, t: TFunction): string =>
  t(`moments:${moment.kind}.short`, valuesOf(moment, t))

/** Everything at once, for screen readers. */
export const announcementOf = (moments: readonly Moment[], t: TFunction): string =>
  moments.map((moment) => t(`moments:${moment.kind}.spoken`, valuesOf(moment, t))).join(' ')
