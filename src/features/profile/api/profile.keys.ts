/** Query keys of the profile. */
export const profileKeys = {
  own: ['profile', 'own'] as const,
  ownData: ['profile', 'own-data'] as const,
  publicSettings: ['profile', 'public'] as const,
  person: ['person'] as const,
  sessions: ['profile', 'sessions'] as const,
  supportViews: ['profile', 'support-views'] as const,
}
