/**
 * Loads a part of the frame that no page needs. Without a connection it comes once there is one; a part that cannot be
 * loaded would take the whole page away.
 */
export const loadWhenOnline = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    return load()
  }
}
