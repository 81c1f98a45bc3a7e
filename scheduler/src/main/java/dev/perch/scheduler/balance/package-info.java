/** Load balance: which waiting tasks an idle or less busy CPU pulls from others, and when it looks. */
package dev.perch.scheduler.balance;
