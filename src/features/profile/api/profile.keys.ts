/** Query keys of this feature. */
export const profileKeys = { sessions: ['profile', 'sessions'] as const }
