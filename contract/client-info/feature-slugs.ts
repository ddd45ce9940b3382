/** The forum's slug in a client's list of features (spec 3). */
export const FORUM_SLUG = 'community_forum'
