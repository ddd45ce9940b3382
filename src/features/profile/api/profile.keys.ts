/** Query keys of the profile. */
export const profileKeys = { sessions: ['profile', 'sessions'] as const }
