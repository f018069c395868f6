"""Who is told what and when: the scheduler, reminders, digests."""
