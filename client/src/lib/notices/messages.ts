/** The prefix of what the user's notifications are cached under. */
export const messagesKey = ["messages"] as const;
