/* kit_names.h - names and directories of the store of kit_store.h, which
 * includes this. */
#ifndef KIT_NAMES_H
#define KIT_NAMES_H

TOY int kit_stat(void *session, const char *name, struct bench_stat *st)
{
	return (int)kit_tell(session, toy_stat(session, name, st), "stat", name);
}

TOY int kit_unlink(void *session, const char *name)
{
	return (int)kit_tell(session, toy_unlink(session, name), "unlink", name);
}

TOY int kit_mkdir(void *session, const char *name)
{
	return (int)kit_tell(session, toy_mkdir(session, name), "mkdir", name);
}

/* What follows the directory's name and its slash, or NULL. */
TOY const char *kit_below(const char *name, const char *directory)
{
	size_t length = strlen(directory);

	if (strcmp(directory, ".") == 0 || length == 0)
		return name;
	if (strncmp(name, directory, length) != 0 || name[length] != '/')
		return NULL;
	return name + length + 1;
}

TOY int kit_is_empty(struct toy_target *target, const char *directory)
{
	int empty = 1;

	pthread_mutex_lock(&target->lock);
	for (const struct toy_node *node = target->nodes; node; node = node->next)
		if (kit_below(node->name, directory))
			empty = 0;
	pthread_mutex_unlock(&target->lock);
	return empty;
}

TOY int kit_rmdir(void *session, const char *name)
{
	int rc = -ENOTEMPTY;

	if (kit_is_empty(((struct toy_session *)session)->target, name))
		rc = toy_rmdir(session, name);
	return (int)kit_tell(session, rc, "rmdir", name);
}

/* What stands below a directory that was renamed goes with it. */
TOY int kit_move_below(struct toy_target *target, const char *from,
                       const char *to)
{
	int rc = 0;

	pthread_mutex_lock(&target->lock);
	for (struct toy_node *node = target->nodes; node; node = node->next) {
		const char *rest = kit_below(node->name, from);
		char *name = NULL;

		if (!rest)
			continue;
		if (asprintf(&name, "%s/%s", to, rest) < 0) {
			rc = -ENOMEM;
			break;
		}
		free(node->name);
		node->name = name;
	}
	pthread_mutex_unlock(&target->lock);
	return rc;
}

TOY int kit_rename(void *session, const char *from, const char *to)
{
	struct toy_target *target = ((struct toy_session *)session)->target;
	int rc = -ENOTEMPTY;

	if (kit_is_empty(target, to))
		rc = toy_rename(session, from, to);
	if (rc == 0)
		rc = kit_move_below(target, from, to);
	return (int)kit_tell(session, rc, "rename", from);
}

/* How many bytes the names below take, each with its end; they are copied to
 * `list` if there is one.  Under the lock. */
TOY size_t kit_list(const struct toy_target *target, const char *directory,
                    char *list)
{
	size_t length = 0;

	for (const struct toy_node *node = target->nodes; node; node = node->next) {
		const char *entry = kit_below(node->name, directory);

		if (!entry || strchr(entry, '/'))
			continue;
		if (list)
			memcpy(list + length, entry, strlen(entry) + 1);
		length += strlen(entry) + 1;
	}
	return length;
}

/* The names are copied, because each() may well unlink what it is told. */
TOY int kit_readdir(void *session, const char *name,
                    int (*each)(void *arg, const char *entry), void *arg)
{
	struct toy_target *target = ((struct toy_session *)session)->target;
	int is_root = strcmp(name, ".") == 0 || !*name, rc = 0;
	const struct toy_node *node;
	char *list = NULL;
	size_t length = 0;

	pthread_mutex_lock(&target->lock);
	node = *toy_slot(target, name);
	if (!is_root && (!node || !node->is_dir)) {
		rc = node ? -ENOTDIR : -ENOENT;
	} else {
		length = kit_list(target, name, NULL);
		list = (char *)malloc(length + 1);
		if (list)
			(void)kit_list(target, name, list);
		else
			rc = -ENOMEM;
	}
	pthread_mutex_unlock(&target->lock);
	(void)kit_tell(session, rc, "readdir", name);
	for (size_t at = 0; rc == 0 && at < length; at += strlen(list + at) + 1)
		rc = each(arg, list + at);
	free(list);
	return rc;
}

#endif
