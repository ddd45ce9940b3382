/** The forum's slug in a client's list of features (spec 3). */
export const FORUM_SLUG = 'community_forum'
/** The courses' slug (spec 2: Student side navigation). */
export const COURSES_SLUG = 'course'
