/** Query keys of the profile. */
export const profileKeys = {
  own: ['profile', 'own'] as const,
  sessions: ['profile', 'sessions'] as const,
}
